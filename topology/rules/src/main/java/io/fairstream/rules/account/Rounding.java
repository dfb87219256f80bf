package io.fairstream.rules.account;

/** Sums are kept beside what rounding took from them (Neumaier's variant of Kahan's summation). */
final class Rounding {
    private static final double LEAST = 1e-9;

    private Rounding() {}

    /** What rounding takes from the sum of two numbers. */
    static double lost(double a, double b) {
        double sum = a + b;
        return Math.abs(a) >= Math.abs(b) ? (a - sum) + b : (b - sum) + a;
    }

    /**
     * Returns true if a weight is what rounding leaves of weights that cancel out. Otherwise a group of which nothing is in use may have a weight: a
     * match that came from another group, and of which a late event says that it had ended before, counts less than nothing until it came.
     */
    static boolean isAll(double weight) {
        return Math.abs(weight) <= LEAST;
    }
}
