package io.fairstream.cli.tables;

import io.fairstream.cli.records.TopicReader;
import io.fairstream.schemas.Tally;
import io.fairstream.schemas.Topics;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What time it is in a pool: now, or for a pool of the past the instant of its newest event. */
public final class Present {
    /** How an option that defaults to it says so. */
    public static final String TOLD =
            "Without it, now; or the newest event, if that is more than a day ago, as after the replay"
                    + " of an old trace.";

    /** A pool of which nothing was heard for longer is of the past. */
    private static final Duration QUIET = Duration.ofDays(1);

    private @Nullable Instant newest;

    private Present() {}

    public static Instant of(TopicReader reader, Clock clock) {
        Present present = new Present();
        reader.read(Topics.TALLIES, row -> present.see(row.value()));
        return present.at(Instant.ofEpochMilli(clock.millis()));
    }

    private void see(@Nullable Tally tally) {
        Instant at = tally == null ? null : tally.getNewest();
        if (at != null && (newest == null || at.isAfter(newest))) {
            newest = at;
        }
    }

    private Instant at(Instant now) {
        return newest == null || newest.isAfter(now.minus(QUIET)) ? now : newest;
    }
}
