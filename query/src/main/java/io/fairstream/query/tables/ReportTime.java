package io.fairstream.query.tables;

import io.fairstream.query.records.TopicReader;
import io.fairstream.schemas.InputCounts;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Present time of a kind of system: now, or for a past system the instant of its newest event. Pools, clusters and
 * volunteers in one Kafka have separate times, so that the replay of an old trace is shown in its own time while other
 * systems are running.
 */
public enum ReportTime {
    /** HTCondor's pools. */
    POOLS(Topics.MATCHES),

    /** Clusters of Slurm or flux, and their nodes. */
    CLUSTERS(Topics.JOB_EVENTS, Topics.SESSION_DELTAS),

    /** Users and banks that are charged for jobs. */
    JOBS(Topics.JOB_EVENTS),

    /** Hosts of volunteers and their projects. */
    VOLUNTEERS(Topics.HOST_REPORTS),

    /** All systems. */
    EVERYTHING(Topics.MATCHES, Topics.JOB_EVENTS, Topics.SESSION_DELTAS, Topics.HOST_REPORTS);

    /** Help text of an option that defaults to the present. */
    public static final String WITHOUT_ONE =
            "Without it, now; or the newest event, if that is more than a day ago, as after the replay"
                    + " of an old trace.";

    /** A system without events for longer than this is a past one. */
    private static final Duration QUIET = Duration.ofDays(1);

    @SuppressWarnings("ImmutableEnumChecker") // the list is immutable
    private final List<Topic<?>> inputs;

    ReportTime(Topic<?>... inputs) {
        this.inputs = List.of(inputs);
    }

    public Instant of(TopicReader reader, Clock clock) {
        return past(reader, clock).orElseGet(() -> Instant.ofEpochMilli(clock.millis()));
    }

    /** Returns the instant of the newest event if it is a past system. */
    public Optional<Instant> past(TopicReader reader, Clock clock) {
        Instant now = Instant.ofEpochMilli(clock.millis());
        return newest(reader).filter(newest -> !newest.isAfter(now.minus(QUIET)));
    }

    /** Returns the instant of the newest event; empty if there is none. */
    public Optional<Instant> newest(TopicReader reader) {
        String prefix = reader.settings().topicPrefix();
        Set<String> names = inputs.stream().map(input -> input.in(prefix)).collect(Collectors.toSet());
        return reader.latest(Topics.INPUT_COUNTS).stream()
                .filter(counts -> names.contains(counts.getTopic()))
                .map(InputCounts::getNewest)
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder());
    }
}
