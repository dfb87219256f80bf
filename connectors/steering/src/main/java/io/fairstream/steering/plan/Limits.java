package io.fairstream.steering.plan;

import java.time.Duration;

/**
 * Limits on the steering of a scheduler.
 *
 * @param threshold changes up to this distance are not worth an edit; a share, 0 or more
 * @param bound how far one edit may go; a share above 0
 * @param within how long a cycle may take; what does not fit waits for the next one; above 0
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
