package io.fairstream.query.usage;

import java.time.Instant;

/**
 * A bounded period.
 *
 * @param begin inclusive
 * @param end exclusive, after begin
 */
public record Period(Instant begin, Instant end) {
    public Period {
        if (!begin.isBefore(end)) {
            throw new IllegalArgumentException(
                    "period: " + begin + " to " + end + " (expected: an end after the begin)");
        }
    }
}
