package io.fairstream.reports.usage;

import java.time.Instant;

/**
 * A time with an end.
 *
 * @param begin belongs to it
 * @param end after begin, does not belong to it
 */
public record Period(Instant begin, Instant end) {
    public Period {
        if (!begin.isBefore(end)) {
            throw new IllegalArgumentException(
                    "period: " + begin + " to " + end + " (expected: an end after the begin)");
        }
    }
}
