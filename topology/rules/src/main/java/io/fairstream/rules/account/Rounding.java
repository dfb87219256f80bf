package io.fairstream.rules.account;

/** Sums are kept beside what rounding took from them (Neumaier's variant of Kahan's summation). */
final class Rounding {
    private Rounding() {}

    /** What rounding takes from the sum of two numbers. */
    static double lost(double a, double b) {
        double sum = a + b;
        return Math.abs(a) >= Math.abs(b) ? (a - sum) + b : (b - sum) + a;
    }
}
