package io.fairstream.steering.plan;

/**
 * How boldly a scheduler is steered.
 *
 * @param threshold changes up to this distance are not worth an edit; a share, 0 or more
 * @param bound how far one edit may go; a share above 0
 * @param most how many edits at once, 1 or more
 */
public record Limits(double threshold, double bound, int most) {
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
        if (most < 1) {
            throw new IllegalArgumentException("most: " + most + " (expected: 1 or more)");
        }
    }
}
