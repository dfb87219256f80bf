package io.fairstream.cli.report;

import java.time.Instant;

/**
 * A time with an end.
 *
 * @param begin belongs to it
 * @param end after begin, does not belong to it
 */
record Period(Instant begin, Instant end) {
    Period {
        if (!begin.isBefore(end)) {
            throw new IllegalArgumentException(
                    "period: " + begin + " to " + end + " (expected: an end after the begin)");
        }
    }
}
