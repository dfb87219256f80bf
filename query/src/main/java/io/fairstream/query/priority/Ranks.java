package io.fairstream.query.priority;

import io.fairstream.schemas.Priority;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Ranks of submitters among all active ones, and the total use, computed from all rows, listed or not. */
final class Ranks {
    /** No ranks, as not all rows are known at the instant. */
    static final Ranks NONE = new Ranks(null, 0, null);

    private final double @Nullable [] priorities;
    private final double weightInUse;
    private final @Nullable Instant activeSince;

    /** @param priorities sorted effective priorities of the ranked submitters; null if unknown */
    private Ranks(double @Nullable [] priorities, double weightInUse, @Nullable Instant activeSince) {
        this.priorities = priorities;
        this.weightInUse = weightInUse;
        this.activeSince = activeSince;
    }

    /**
     * Computes the ranks of the rows, evaluated at one instant.
     *
     * @param activeSince only submitters with use since this instant have a rank; null for all
     */
    static Ranks of(Collection<Priority> evaluated, @Nullable Instant activeSince) {
        double[] priorities = evaluated.stream()
                .filter(row -> isRanked(row, activeSince))
                .mapToDouble(Priority::getEffectivePriority)
                .sorted()
                .toArray();
        double weight = evaluated.stream()
                .filter(row -> !row.getGroup())
                .mapToDouble(Priority::getWeightInUse)
                .sum();
        return new Ranks(priorities, weight, activeSince);
    }

    private static boolean isRanked(Priority row, @Nullable Instant activeSince) {
        return !row.getGroup() && (activeSince == null || Listing.isActive(row, activeSince));
    }

    /** Returns the rank, 1 for the best effective priority; equal ones share a rank. Null for a group and for an inactive submitter. */
    @Nullable
    Integer rank(Priority row) {
        if (priorities == null || !isRanked(row, activeSince)) {
            return null;
        }
        int place = Arrays.binarySearch(priorities, row.getEffectivePriority());
        int first = place < 0 ? -place - 1 : place;
        while (first > 0 && priorities[first - 1] == row.getEffectivePriority()) {
            first--;
        }
        return first + 1;
    }

    /** Returns the number of ranked submitters. */
    @Nullable
    Integer ranked() {
        return priorities == null ? null : (Integer) priorities.length;
    }

    /** Returns the total use of all submitters; null if unknown. */
    @Nullable
    Double weightInUseOfAll() {
        return priorities == null ? null : (Double) weightInUse;
    }
}
