package io.fairstream.steering;

import java.time.Duration;

/**
 * Limits on the steering of a scheduler.
 *
 * @param threshold maximum distance of changes that are not sent; a fraction, 0 or more
 * @param bound maximum distance of one edit; a fraction above 0
 * @param within maximum duration of a cycle, above 0; remaining edits are postponed to the next one
 */
public record Limits(double threshold, double bound, Duration within) {
    public Limits {
        if (!(threshold >= 0) || Double.isInfinite(threshold)) {
            throw new IllegalArgumentException("threshold: " + threshold + " (expected: 0 or more)");
        }
        if (!(bound > 0)) {
            throw new IllegalArgumentException("bound: " + bound + " (expected: above 0)");
        }
        if (!(bound > threshold)) {
            throw new IllegalArgumentException(
                    "bound: " + bound + " (expected: above the threshold, " + threshold + ")");
        }
        if (within.isNegative() || within.isZero()) {
            throw new IllegalArgumentException("cycle-timeout: " + within + " (expected: above 0)");
        }
    }
}
