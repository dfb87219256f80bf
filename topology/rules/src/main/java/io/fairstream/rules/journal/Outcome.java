package io.fairstream.rules.journal;

import io.fairstream.rules.Rejection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Outcome of an input record in its ledger.
 *
 * @param charges charges in the order of writing; late records lead to corrections
 * @param results match records to write, ends of jobs, or parts of snapshots that are rejected
 * @param refused rejection of the record, or null
 */
public record Outcome<C, R>(
        Effect effect,
        List<C> charges,
        List<R> results,
        @Nullable Rejection refused) {
    public enum Effect {
        APPLIED,
        /** The record is already known. */
        DUPLICATE,
        /** The record is valid and changes nothing. */
        WITHOUT_EFFECT,
        /** The record contradicts known records. */
        REJECTED,
        /** The record waits for the rest of its snapshot. */
        WAITING,
        /**
         * A {@link #DUPLICATE} that may be new: the same change may have happened twice within the same instant; without an id this is
         * undecidable, and the record counts as known.
         */
        AMBIGUOUS
    }

    public static <C, R> Outcome<C, R> of(Effect effect) {
        return of(effect, List.of(), List.of());
    }

    public static <C, R> Outcome<C, R> of(Effect effect, List<C> charges, List<R> results) {
        return new Outcome<>(effect, charges, results, null);
    }
}
