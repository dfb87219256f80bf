package io.fairstream.reports.tables;

import io.fairstream.reports.records.TopicReader;
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
 * The time in a kind of system: now, or for one of the past the instant of its newest event. Pools, clusters and volunteers in one Kafka
 * each have their own: the replay of an old trace is looked at in its time although others are at work.
 */
public enum Present {
    /** HTCondor's pools. */
    POOLS(Topics.MATCHES),

    /** Clusters of Slurm or flux, and their nodes. */
    CLUSTERS(Topics.JOB_EVENTS, Topics.SESSION_DELTAS),

    /** Users and banks, to whom jobs are charged. */
    JOBS(Topics.JOB_EVENTS),

    /** Hosts of volunteers, and the projects that they work for. */
    VOLUNTEERS(Topics.HOST_REPORTS),

    /** All that there is. */
    EVERYTHING(Topics.MATCHES, Topics.JOB_EVENTS, Topics.SESSION_DELTAS, Topics.HOST_REPORTS);

    /** Help text of an option that defaults to the present. */
    public static final String WITHOUT_ONE =
            "Without it, now; or the newest event, if that is more than a day ago, as after the replay"
                    + " of an old trace.";

    /** A system of which nothing was heard for longer is of the past. */
    private static final Duration QUIET = Duration.ofDays(1);

    @SuppressWarnings("ImmutableEnumChecker") // a list that nobody changes
    private final List<Topic<?>> inputs;

    Present(Topic<?>... inputs) {
        this.inputs = List.of(inputs);
    }

    public Instant of(TopicReader reader, Clock clock) {
        return past(reader, clock).orElseGet(() -> Instant.ofEpochMilli(clock.millis()));
    }

    /** The instant of the newest event, if the system is of the past. */
    public Optional<Instant> past(TopicReader reader, Clock clock) {
        Instant now = Instant.ofEpochMilli(clock.millis());
        return newest(reader).filter(newest -> !newest.isAfter(now.minus(QUIET)));
    }

    /** The instant of the newest event; none before the first. */
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
