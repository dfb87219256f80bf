package io.fairstream.rules.decay;

import java.util.OptionalDouble;

/** The time after which past use counts half, above 0 and finite; 0.0001 is legal and makes a priority follow the use at once. */
public record HalfLife(double seconds) {
    static final double LN2 = Math.log(2);
    private static final double MILLIS = 1000;

    public HalfLife {
        if (!(seconds > 0) || Double.isInfinite(seconds)) {
            throw new IllegalArgumentException("half-life: " + seconds + " s (expected: above 0)");
        }
    }

    /** Computes the part of an amount, 0 to 1, that is left after Δ milliseconds, 0 or more: {@code β(Δ) = 2^(-Δ/h)}. */
    public double beta(long millis) {
        return Math.pow(2, -millis / (MILLIS * seconds));
    }

    /** {@code 1 - β(Δ)}, exact for small Δ too. */
    public double oneMinusBeta(long millis) {
        return -Math.expm1(-LN2 * millis / (MILLIS * seconds));
    }

    /**
     * Decayed usage with a half-life, in resource-seconds: Slurm's {@code RawUsage} in its exact form,
     * {@code U(t+Δ) = β·U(t) + (1-β)·w·h/ln2}. It has no floor, so it is linear: late changes are exact, and {@code p = U·ln2/h} is
     * HTCondor's priority without its floor.
     */
    public static final class DecayedUsage {
        private DecayedUsage() {}

        /**
         * Computes the usage after {@code millis}, 0 or more, of constant use; {@code usage} is that at the begin, in resource-seconds, and
         * {@code rate} the resources in use.
         */
        public static double advance(double usage, double rate, long millis, HalfLife halfLife) {
            return usage * halfLife.beta(millis) + late(rate, millis, halfLife);
        }

        /** Computes the usage that a change of the rate adds when it becomes known {@code lateness} milliseconds after it happened. */
        public static double late(double change, long lateness, HalfLife halfLife) {
            return change * halfLife.oneMinusBeta(lateness) * halfLife.seconds() / HalfLife.LN2;
        }

        /**
         * Computes the usage that an amount x, in resource-seconds, used evenly from a to b adds at an instant T, with {@code a <= b <= T}
         * in milliseconds: {@code x/(b-a) · h/ln2 · (2^(-(T-b)/h) - 2^(-(T-a)/h))}; an interval of length zero counts as used at {@code b}.
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

    /**
     * HTCondor's real user priority, in slot weight: the slot weight in use by a user, decayed with a half-life.
     *
     * <p>{@code p(t+Δ) = max(0.5, β·p(t) + (1-β)·w)}, as in "Priority Calculation" of HTCondor's manual and the notes of its Accountant.
     * The floor applies to the state and not only to the display: growth starts from it. Within an interval of constant {@code w} the
     * priority is monotone, so clamping at the end of each interval is exact.
     */
    public static final class RealPriority {
        /** Best possible priority, and the priority of a new customer. */
        public static final double FLOOR = 0.5;

        private RealPriority() {}

        /** Computes the priority for a {@link HalfLife.DecayedUsage}: {@code max(0.5, U·ln2/h)}. Exact unless the floor was active. */
        public static double of(double usage, HalfLife halfLife) {
            return Math.max(FLOOR, usage * HalfLife.LN2 / halfLife.seconds());
        }

        /**
         * Computes the priority after {@code millis}, 0 or more, of constant use. A priority {@code p} at the begin that is below the floor
         * counts as the floor; {@code weight} is the slot weight in use.
         */
        public static double advance(double p, double weight, long millis, HalfLife halfLife) {
            double start = Math.max(FLOOR, p);
            if (millis == 0 || (start == FLOOR && weight <= FLOOR)) {
                return start;
            }
            return Math.max(FLOOR, weight + (start - weight) * halfLife.beta(millis));
        }

        /**
         * Computes the seconds until the priority p reaches the value n: {@code Δ = -h·log2((n-w)/(p-w))}; 0 if it has the value now, empty
         * for never. A p below the floor counts as the floor. While the slot weight w in use from now on is constant, the priority
         * approaches it but never reaches it; only the floor is reached.
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
         * Computes the amount that a change δ of the slot weight in use adds to a priority when it becomes known {@code lateness}
         * milliseconds, 0 or more, later: {@code δ·(1-β)}. Exact unless the floor was active in between; otherwise off by at most
         * {@code 0.5·(1-β)}.
         */
        public static double late(double change, long lateness, HalfLife halfLife) {
            return change * halfLife.oneMinusBeta(lateness);
        }
    }
}
