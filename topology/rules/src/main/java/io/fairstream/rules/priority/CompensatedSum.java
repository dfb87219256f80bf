package io.fairstream.rules.priority;

/**
 * A sum beside what rounding took from it (Neumaier's variant of Kahan's summation), so that it is right to well below 1e-9.
 *
 * @param lost by rounding so far
 */
public record CompensatedSum(double sum, double lost) {
    /** The sum of nothing. */
    public static final CompensatedSum ZERO = new CompensatedSum(0, 0);

    private static final double LEAST = 1e-9;

    /** The sum with one more amount. */
    CompensatedSum plus(double amount) {
        double more = sum + amount;
        double rounded = Math.abs(sum) >= Math.abs(amount) ? (sum - more) + amount : (amount - more) + sum;
        return new CompensatedSum(more, lost + rounded);
    }

    double value() {
        return sum + lost;
    }

    /**
     * Returns true if a weight is what rounding leaves of weights that cancel out. Otherwise a group of which nothing is in use
     * may have a weight: a match that came from another group, and of which a late event says that it had ended before, counts
     * less than nothing until it came.
     */
    static boolean isRounding(double weight) {
        return Math.abs(weight) <= LEAST;
    }
}
