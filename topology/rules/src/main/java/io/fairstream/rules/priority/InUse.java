package io.fairstream.rules.priority;

import io.fairstream.rules.Sums;
import io.fairstream.rules.journal.RateChange;

/**
 * Matches in use at an instant.
 *
 * @param resources how many
 * @param weight slot weight of them all
 */
public record InUse(long resources, CompensatedSum weight) {
    /** Nothing. */
    public static final InUse NONE = new InUse(0, CompensatedSum.ZERO);

    /**
     * This with so much more or less. The rounding left in the weight when nothing is in use goes when time passes, not here: entries of
     * one instant may pass through nothing in use.
     */
    InUse plus(RateChange change) {
        return new InUse(Sums.add(resources, (long) change.resources()), weight.plus(change.weight()));
    }

    /** This without what rounding left of weights that cancel out. */
    InUse withoutRounding() {
        return resources == 0 && CompensatedSum.isRounding(weight.value()) ? NONE : this;
    }

    /** Slot weight, 0 when nothing is in use. */
    double weightHeld() {
        return resources == 0 ? 0 : weight.value();
    }
}
