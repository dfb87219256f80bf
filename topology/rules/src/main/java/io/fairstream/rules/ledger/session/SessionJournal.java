package io.fairstream.rules.ledger.session;

import io.fairstream.rules.PseudoUsers;
import io.fairstream.rules.Quantity;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.Work;
import io.fairstream.rules.journal.Account;
import io.fairstream.rules.journal.Cause;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Dimensions;
import io.fairstream.rules.journal.Ledger;
import io.fairstream.rules.journal.UsageEntry;
import io.fairstream.rules.journal.WorkSums;
import java.util.ArrayList;
import java.util.List;

/** What becomes of a snapshot of sessions in the journal: charges for jobs and users, and work of the cluster's days. */
public final class SessionJournal {
    private SessionJournal() {}

    /**
     * The charges as they are written, in their order.
     *
     * @param node cluster/node
     * @param days gets what the daily history of the cluster is charged for users' sessions
     */
    public static List<Charge> charges(String node, List<SessionCharge> charges, Cause cause, WorkSums days) {
        List<Charge> written = new ArrayList<>(charges.size());
        for (SessionCharge charge : charges) {
            written.add(charge(node, charge, cause));
            if (charge.payer() == Payer.USER && PseudoUsers.isRealUser(charge.account())) {
                addUsed(charge, cause, days);
            }
        }
        return written;
    }

    private static Charge charge(String node, SessionCharge charge, Cause cause) {
        return new Charge(
                charge.payer() == Payer.JOB ? Account.job(charge.account()) : Account.user(charge.account()),
                Ledger.SESSION,
                node,
                Dimensions.ofSession(charge.cluster(), charge.node(), charge.jobId()),
                charge.usage(),
                cause);
    }

    private static void addUsed(SessionCharge charge, Cause cause, WorkSums days) {
        UsageEntry.Usage usage = charge.usage();
        Work work = new Work(usage.amounts().get(Quantity.CPU_USED), 0, 0, 0, 0, 0);
        for (UtcDays.Piece piece : UtcDays.split(usage.from(), usage.at(), work)) {
            days.addCluster(charge.cluster(), piece, cause);
        }
    }
}
