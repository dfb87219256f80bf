package io.fairstream.reports.tables;

import io.fairstream.reports.records.TopicReader;
import io.fairstream.schemas.Tally;
import io.fairstream.schemas.Topics;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;

/** What time it is in a pool: now, or for a pool of the past the instant of its newest event. */
public final class Present {
    /** How an option that defaults to it says so. */
    public static final String WITHOUT_ONE =
            "Without it, now; or the newest event, if that is more than a day ago, as after the replay"
                    + " of an old trace.";

    /** A pool of which nothing was heard for longer is of the past. */
    private static final Duration QUIET = Duration.ofDays(1);

    private Present() {}

    public static Instant of(TopicReader reader, Clock clock) {
        Instant now = Instant.ofEpochMilli(clock.millis());
        return newest(reader)
                .filter(newest -> !newest.isAfter(now.minus(QUIET)))
                .orElse(now);
    }

    /** The instant of the newest event of any topic; none before the first. */
    public static Optional<Instant> newest(TopicReader reader) {
        return reader.latest(Topics.TALLIES).stream()
                .map(Tally::getNewest)
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder());
    }
}
