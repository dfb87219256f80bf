package io.fairstream.rules.session;

import io.fairstream.rules.PseudoUsers;
import io.fairstream.rules.Quantity;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.Work;
import io.fairstream.rules.journal.Account;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.UsageEntry;
import io.fairstream.rules.journal.WorkSums;
import java.util.List;

/** Outcome of an accepted part. */
public sealed interface SessionOutcome {
    /** The parts that are refused now, each of which was waiting or is the one just accepted. */
    default List<RefusedParts> refused() {
        return List.of();
    }

    /**
     * Its snapshot is complete and counts.
     *
     * @param parts how many it has
     * @param charges for jobs and users, in the order in which they are written
     */
    record Applied(int parts, List<Charge> charges) implements SessionOutcome {
        /** Adds what the daily history of the cluster is charged for users' sessions. */
        public void addTo(WorkSums days) {
            for (Charge charge : charges) {
                if (charge.account().kind() == Account.Kind.USER
                        && PseudoUsers.isRealUser(charge.account().name())
                        && charge.entry() instanceof UsageEntry.Usage usage) {
                    Work work = new Work(usage.amounts().get(Quantity.CPU_USED), 0, 0, 0, 0, 0);
                    for (UtcDays.Piece piece : UtcDays.split(usage.from(), usage.at(), work)) {
                        days.addCluster(charge.dimensions().cluster(), piece, charge.cause());
                    }
                }
            }
        }
    }

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
