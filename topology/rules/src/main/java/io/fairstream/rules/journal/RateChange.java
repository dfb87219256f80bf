package io.fairstream.rules.journal;

import io.fairstream.rules.Sums;

/**
 * From an instant on, so much more or less is in use by a customer; by the direct members, if it is a group. Changes of the same use at
 * the same instant add up.
 *
 * @param isOfSubtree whether it is in use in a group's subtree, below its direct members
 * @param at milliseconds since 1970
 * @param resources change of the number of matches held
 * @param weight change of the slot weight held
 * @param since start of the match of which this is a part, milliseconds since 1970; a match that began before the customer was
 *     deleted does not count
 */
public record RateChange(boolean isOfSubtree, long at, int resources, double weight, long since)
        implements Entry, CustomerEntry {
    /** A change of the customer's own use, which is the use by the direct members of a group. */
    public RateChange(long at, int resources, double weight, long since) {
        this(false, at, resources, weight, since);
    }

    @Override
    public int rank() {
        return isOfSubtree ? Integer.MAX_VALUE : Integer.MAX_VALUE - 1;
    }

    /** True of two changes that add up. */
    public boolean isOfSameUse(CustomerEntry other) {
        return other instanceof RateChange change
                && change.isOfSubtree == isOfSubtree
                && change.at == at
                && change.since == since;
    }

    /** The sum of this and another change {@linkplain #isOfSameUse of the same use}. */
    public RateChange plus(RateChange other) {
        return new RateChange(isOfSubtree, at, Sums.add(resources, other.resources), weight + other.weight, since);
    }

    /** The change that undoes this one at another instant. */
    public RateChange opposite(long instant) {
        return new RateChange(isOfSubtree, instant, -resources, -weight, since);
    }
}
