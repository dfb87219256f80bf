package io.fairstream.reports.explain;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Future period for which a priority is projected.
 *
 * @param period how far, above 0
 * @param points into how many steps of the same length, but for parts of a millisecond, that is divided; at least 1
 * @param plan what is in use then, besides the cases that it stays and that it stops
 */
public record Ahead(Duration period, int points, Plan plan) {
    /** As far as anybody looks: a hundred years. */
    public static final Duration MOST = Duration.ofDays(36_500);

    /** As finely as anybody draws. */
    public static final int MOST_POINTS = 10_000;

    /** The times after the instant, one more than there are steps; the first is 0. */
    List<Duration> times() {
        long millis = period.toMillis();
        return IntStream.rangeClosed(0, points)
                .mapToObj(step -> Duration.ofMillis(Math.round((double) millis * step / points)))
                .toList();
    }
}
