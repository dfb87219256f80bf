package io.fairstream.reports.tables;

/** By how much sums of doubles may differ that were added up in another order. */
public final class Tolerance {
    private static final double EXACT = 1e-9;

    private Tolerance() {}

    /**
     * Returns true if the values are the same but for rounding: {@code |is - should| <= 1e-9 max(1, |should|, turnover)}.
     *
     * @param turnover sum of the magnitudes that were added up; 0 if none were taken away again
     */
    public static boolean isNear(double is, double should, double turnover) {
        return Math.abs(is - should) <= EXACT * Math.max(1, Math.max(Math.abs(should), turnover));
    }
}
