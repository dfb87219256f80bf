package io.fairstream.client.negotiation;

/** Quota of a group. */
public sealed interface Quota {

    /**
     * A fixed part of the pool ({@code GROUP_QUOTA}).
     *
     * @param weight slot weight, 0 or more
     */
    record Static(double weight) implements Quota {
        public Static {
            Checks.atLeastZero("quota", weight);
        }
    }

    /**
     * A fraction of the parent group's quota that is left after its static children ({@code GROUP_QUOTA_DYNAMIC}).
     *
     * @param fraction 0 to 1; if the sum over the siblings exceeds 1, the fractions are scaled down to a sum of 1
     */
    record Dynamic(double fraction) implements Quota {
        public Dynamic {
            if (!(fraction >= 0 && fraction <= 1)) {
                throw new IllegalArgumentException("dynamic quota: " + fraction + " (expected: 0 to 1)");
            }
        }
    }

    /** Returns the slot weight; 0 for a dynamic quota. */
    default double staticWeight() {
        return this instanceof Static fixed ? fixed.weight() : 0;
    }

    /** Returns the fraction of the parent group; 0 for a static quota. */
    default double fraction() {
        return this instanceof Dynamic dynamic ? dynamic.fraction() : 0;
    }
}
