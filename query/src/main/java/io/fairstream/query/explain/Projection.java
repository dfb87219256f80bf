package io.fairstream.query.explain;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Future period for which a priority is projected.
 *
 * @param period its length, above 0
 * @param points number of steps of equal length, to the millisecond; at least 1
 * @param plan planned use, in addition to the cases of constant and no use
 */
public record Projection(Duration period, int points, Plan plan) {
    /** The longest period: a hundred years. */
    public static final Duration MOST = Duration.ofDays(36_500);

    /** The largest number of steps. */
    public static final int MAX_POINTS = 10_000;

    /** Returns the times after the instant, one more than there are steps; the first is 0. */
    List<Duration> times() {
        long millis = period.toMillis();
        return IntStream.rangeClosed(0, points)
                .mapToObj(step -> Duration.ofMillis(Math.round((double) millis * step / points)))
                .toList();
    }
}
