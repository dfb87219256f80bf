package io.fairstream.query.audit;

import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.Delete;
import io.fairstream.schemas.ResetUsage;
import io.fairstream.schemas.SetAccumulatedUsage;
import java.util.Comparator;
import java.util.List;

/**
 * Instants from which use counts, after all edits of one customer.
 *
 * @param matchesFrom matches that began before this do not count
 * @param usageFrom time before this does not count for the usage
 * @param weightedFrom time before this does not count for the weighted usage
 * @param weightedMillis weighted usage at {@code weightedFrom}, slot weight x milliseconds
 */
record Cutoffs(long matchesFrom, long usageFrom, long weightedFrom, double weightedMillis) {
    static final Cutoffs NONE = new Cutoffs(Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE, 0);

    private static final double MILLIS = 1000;

    static Cutoffs of(List<AccountEdit> edits) {
        return edits.stream()
                .sorted(Comparator.comparing(AccountEdit::getAt)
                        .thenComparingInt(Cutoffs::rank)
                        .thenComparing(AccountEdit::getBy))
                .reduce(NONE, Cutoffs::after, (one, other) -> other);
    }

    /** Order in which edits of the same instant act. */
    private static int rank(AccountEdit edit) {
        if (edit.getEdit() instanceof Delete) {
            return 2;
        }
        return edit.getEdit() instanceof ResetUsage ? 1 : 0;
    }

    private Cutoffs after(AccountEdit edit) {
        long at = edit.getAt().toEpochMilli();
        if (edit.getEdit() instanceof Delete) {
            return new Cutoffs(at, at, at, 0);
        }
        if (edit.getEdit() instanceof ResetUsage) {
            return new Cutoffs(matchesFrom, at, at, 0);
        }
        if (edit.getEdit() instanceof SetAccumulatedUsage set) {
            return new Cutoffs(matchesFrom, usageFrom, at, set.getWeightedAccumulatedUsage() * MILLIS);
        }
        return this;
    }
}
