package io.fairstream.rules.decay;

/**
 * Usage remembered with a half-life, in resource-seconds: Slurm's {@code RawUsage} in its exact form.
 *
 * <p>{@code U(t+Δ) = β·U(t) + (1-β)·w·h/ln2}. It has no floor, so it is linear: late changes are exact, and
 * {@code p = U·ln2/h} is HTCondor's priority without its floor.
 */
public final class DecayedUsage {
    private DecayedUsage() {}

    /**
     * The usage after a stretch of constant use.
     *
     * @param usage at its begin, resource-seconds
     * @param rate resources in use all along
     * @param millis length of the stretch, 0 or more
     */
    public static double advance(double usage, double rate, long millis, HalfLife halfLife) {
        return usage * halfLife.beta(millis) + late(rate, millis, halfLife);
    }

    /** Computes the usage that a change of rate by {@code change} adds {@code lateness} milliseconds later. */
    public static double late(double change, long lateness, HalfLife halfLife) {
        return change * halfLife.oneMinusBeta(lateness) * halfLife.seconds() / HalfLife.LN2;
    }

    /**
     * Computes the usage that an amount used evenly over an interval adds at a later instant:
     * {@code x/(b-a) · h/ln2 · (2^(-(T-b)/h) - 2^(-(T-a)/h))}; an interval of length zero counts as used at {@code b}.
     *
     * @param amount x, resource-seconds
     * @param from a, milliseconds
     * @param to b, milliseconds, not before {@code from}
     * @param at T, milliseconds, not before {@code to}
     */
    public static double spread(double amount, long from, long to, long at, HalfLife halfLife) {
        double left = amount * halfLife.beta(at - to);
        if (to == from) {
            return left;
        }
        double length = HalfLife.LN2 * (to - from) / (1000 * halfLife.seconds());
        return left * halfLife.oneMinusBeta(to - from) / length;
    }
}
