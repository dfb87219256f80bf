package io.fairstream.query.tables;

/** Tolerance for sums of doubles that were added in a different order. */
public final class Tolerance {
    private static final double EXACT = 1e-9;

    private Tolerance() {}

    /**
     * Returns true if the values are equal except for rounding:
     * {@code |is - should| <= 1e-9 max(1, |should|, turnover)}.
     *
     * @param turnover sum of the magnitudes of all summands; 0 if nothing was subtracted
     */
    public static boolean isNear(double is, double should, double turnover) {
        return Math.abs(is - should) <= EXACT * Math.max(1, Math.max(Math.abs(should), turnover));
    }
}
