package io.fairstream.rules.job;

import io.fairstream.rules.BankPaths;
import io.fairstream.rules.Refused;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.Work;
import io.fairstream.rules.journal.AssociationEntry;
import io.fairstream.rules.journal.Cause;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.WorkSums;
import java.util.List;

/** The outcome of a job event. */
public sealed interface JobOutcome {
    /** Charges for users, for users in banks and for the job, in the order in which they are written. */
    default List<Charge> charges() {
        return List.of();
    }

    /** Ends of jobs that came or went. */
    default List<JobEnd.Change> ends() {
        return List.of();
    }

    /** Adds what the daily histories of the banks and of the cluster are charged. */
    default void addTo(WorkSums days, String cluster, Cause cause) {
        for (Charge charge : charges()) {
            if (charge.entry() instanceof AssociationEntry.Holding holding) {
                Work time = holding.time();
                if (!time.isNothing()) {
                    for (UtcDays.Piece piece : UtcDays.split(holding.since(), holding.at(), time)) {
                        addToBanks(charge.account().name(), piece, cause, days);
                    }
                }
            }
        }
        for (JobEnd.Change change : ends()) {
            JobEnd end = change.end();
            UtcDays.Piece piece = new UtcDays.Piece(end.at(), end.at() + 1, change.work());
            addToBanks(BankPaths.path(end.bank(), end.user()), piece, cause, days);
            days.addCluster(cluster, piece, cause);
        }
    }

    private static void addToBanks(String path, UtcDays.Piece piece, Cause cause, WorkSums days) {
        for (String around : BankPaths.around(path)) {
            days.addBank(around, piece, cause);
        }
    }

    /** The newest event. */
    record Followed(List<Charge> charges, List<JobEnd.Change> ends) implements JobOutcome {}

    /** A late event, or one that shows the past in another light: corrections. */
    record Corrected(List<Charge> charges, List<JobEnd.Change> ends) implements JobOutcome {}

    /** Known from before. */
    record Duplicate() implements JobOutcome {}

    /** Right, and changed nothing. */
    record WithoutEffect() implements JobOutcome {}

    /** Impossible beside what is known. */
    record Impossible(Refused refused) implements JobOutcome {}
}
