package io.fairstream.rules.association;

import io.fairstream.rules.decay.HalfLife;

/**
 * Usage charged to a bank under some terms.
 *
 * @param halfLife of the terms
 */
public record TermSums(HalfLife halfLife, UsageSums sums) {
    /** All there is to them, to keep it. */
    public record Snapshot(HalfLife halfLife, UsageSums.Snapshot sums) {}

    static TermSums of(Snapshot kept) {
        return new TermSums(kept.halfLife, UsageSums.of(kept.sums));
    }

    Snapshot snapshot() {
        return new Snapshot(halfLife, sums.snapshot());
    }
}
