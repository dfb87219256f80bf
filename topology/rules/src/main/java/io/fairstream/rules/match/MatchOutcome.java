package io.fairstream.rules.match;

import io.fairstream.rules.journal.Charge;
import java.util.List;

/** Outcome of an accepted event. */
public sealed interface MatchOutcome {
    /** Entries charged to the accounts; for a correction the positive entries come first. */
    default List<Charge> charges() {
        return List.of();
    }

    /** The match records to write. */
    default List<MatchRow> records() {
        return List.of();
    }

    /** Something changed. */
    record Applied(List<Charge> charges, List<MatchRow> records) implements MatchOutcome {}

    /**
     * Known from before.
     *
     * @param mayBeNew whether the same could have happened again within the same instant: nobody can tell without an id, and it
     *     counts as known
     */
    record Duplicate(boolean mayBeNew) implements MatchOutcome {}

    /** Right, and changed nothing. */
    record WithoutEffect() implements MatchOutcome {}
}
