package io.fairstream.rules.priority;

import io.fairstream.rules.decay.HalfLife;
import java.util.Objects;

/** Checks that a published row is still accurate enough, without evaluating the row. */
public final class Refresh {
    /** Maximum error of a number, as a part of its true value. */
    public static final double TOLERANCE = 0.01;

    private Refresh() {}

    /**
     * Returns true if a number of the row is off by more than {@link #TOLERANCE}, or a lease has ended since.
     *
     * @param published the instant of the numbers as last written, not before the standing's
     * @param now the instant at which they are looked at
     */
    public static boolean isDue(AccountState standing, long published, long now, HalfLife halfLife) {
        if (now <= published) {
            return false;
        }
        AccountState shown = standing.at(published, halfLife);
        AccountState truth = standing.at(now, halfLife);
        return hasLeaseEnded(shown, truth)
                || isStale(shown.realPriority(), truth.realPriority())
                || isStale(shown.accumulatedUsage(), truth.accumulatedUsage())
                || isStale(shown.weightedAccumulatedUsage(), truth.weightedAccumulatedUsage());
    }

    private static boolean hasLeaseEnded(AccountState shown, AccountState truth) {
        for (Decision.Kind kind : Decision.Kind.values()) {
            if (!Objects.equals(shown.inForce(kind), truth.inForce(kind))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isStale(double shown, double truth) {
        return Math.abs(shown - truth) > TOLERANCE * Math.abs(truth);
    }
}
