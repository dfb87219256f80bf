package io.fairstream.rules.ledger.session;

import java.util.List;

/** What became of an accepted part. */
public sealed interface SessionOutcome {
    /** The parts that are refused now, each of which was waiting or is the one just accepted. */
    default List<RefusedParts> refused() {
        return List.of();
    }

    /**
     * Its snapshot is complete and counts.
     *
     * @param parts how many it has
     * @param charges what the accounts are charged
     */
    record Applied(int parts, List<SessionCharge> charges) implements SessionOutcome {}

    /** Known from before. */
    record Duplicate() implements SessionOutcome {}

    /**
     * It waits for the rest of its snapshot.
     *
     * @param refused what had to make room
     */
    record Waiting(List<RefusedParts> refused) implements SessionOutcome {}

    /** Its snapshot is refused, whole. */
    record Rejected(List<RefusedParts> refused) implements SessionOutcome {}
}
