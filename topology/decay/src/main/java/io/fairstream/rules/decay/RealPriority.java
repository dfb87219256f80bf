package io.fairstream.rules.decay;

import java.util.OptionalDouble;

/**
 * HTCondor's real user priority, in slot weight: what a user has in use, remembered with a half-life.
 *
 * <p>{@code p(t+Δ) = max(0.5, β·p(t) + (1-β)·w)}, as in "Priority Calculation" of HTCondor's manual and the notes of
 * its Accountant. The floor is state, not display: growth starts from it. Within a stretch of constant {@code w} the
 * path is monotone, so clamping at the end of each stretch is exact.
 */
public final class RealPriority {
    /** The best priority there is, and that of a new customer. */
    public static final double FLOOR = 0.5;

    private RealPriority() {}

    /**
     * The priority that belongs to a decayed usage: {@code max(0.5, U·ln2/h)}. Exact unless the floor was active.
     *
     * @param usage U, resource-seconds, as {@link DecayedUsage} has it
     */
    public static double of(double usage, HalfLife halfLife) {
        return Math.max(FLOOR, usage * HalfLife.LN2 / halfLife.seconds());
    }

    /**
     * The priority after a stretch of constant use.
     *
     * @param p priority at its begin; below the floor counts as the floor
     * @param weight slot weight in use all along
     * @param millis length of the stretch, 0 or more
     */
    public static double advance(double p, double weight, long millis, HalfLife halfLife) {
        double start = Math.max(FLOOR, p);
        if (millis == 0 || (start == FLOOR && weight <= FLOOR)) {
            return start;
        }
        return Math.max(FLOOR, weight + (start - weight) * halfLife.beta(millis));
    }

    /**
     * Computes the time until the priority reaches a value: {@code Δ = -h·log2((n-w)/(p-w))}. While the weight in use stays the
     * priority approaches it without ever being there; only the floor is reached.
     *
     * @param p priority now; below the floor counts as the floor
     * @param weight slot weight in use all along
     * @param value n
     * @return seconds, 0 if it is there now; empty for never
     */
    public static OptionalDouble secondsUntil(double p, double weight, double value, HalfLife halfLife) {
        double start = Math.max(FLOOR, p);
        if (value == start) {
            return OptionalDouble.of(0);
        }
        double left = (value - weight) / (start - weight);
        if (value < FLOOR || !(left > 0 && left < 1)) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(-halfLife.seconds() * Math.log(left) / HalfLife.LN2);
    }

    /**
     * Computes the amount that a change of the weight in use adds to a priority when the change becomes known late:
     * {@code δ·(1-β)}. Exact unless the floor was active in between, else off by at most {@code 0.5·(1-β)}.
     *
     * @param change δ, the change of slot weight in use
     * @param lateness milliseconds since the change, 0 or more
     */
    public static double late(double change, long lateness, HalfLife halfLife) {
        return change * halfLife.oneMinusBeta(lateness);
    }
}
