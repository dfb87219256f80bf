package io.fairstream.client.negotiation;

import java.util.Comparator;
import java.util.function.ToDoubleFunction;

/** Picking order of submitters: best effective priority, best job priority, most starved; then random. */
final class PickingOrder {
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private PickingOrder() {}

    /** Returns the order with this seed for its random part. */
    static Comparator<Claimant> with(long seed) {
        ToDoubleFunction<Claimant> priority = claimant -> claimant.submitter.effectivePriority();
        return Comparator.comparingDouble(priority)
                .thenComparing(Comparator.<Claimant>comparingInt(claimant -> claimant.submitter.jobPriority())
                        .reversed())
                .thenComparingDouble(Claimant::starvation)
                .thenComparingInt(claimant -> lot(claimant.submitter.name(), seed))
                .thenComparing(claimant -> claimant.submitter.name());
    }

    private static int lot(String name, long seed) {
        return (int) (((name.hashCode() ^ seed) * SPREAD) >>> 32);
    }
}
