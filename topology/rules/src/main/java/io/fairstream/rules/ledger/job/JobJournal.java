package io.fairstream.rules.ledger.job;

import io.fairstream.rules.BankPaths;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.Work;
import io.fairstream.rules.journal.Account;
import io.fairstream.rules.journal.AssociationEntry;
import io.fairstream.rules.journal.Cause;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Dimensions;
import io.fairstream.rules.journal.Entry;
import io.fairstream.rules.journal.Ledger;
import io.fairstream.rules.journal.UsageEntry;
import io.fairstream.rules.journal.WorkSums;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What becomes of a job event in the journal: charges for its user, for the user in the bank and for the job; and work of days. */
public final class JobJournal {
    private final JobEvent event;
    private final String job;
    private final Cause cause;
    private final List<Charge> charges = new ArrayList<>();
    private Dimensions last = Dimensions.NONE;

    private JobJournal(JobEvent event, Cause cause) {
        this.event = event;
        this.job = event.job();
        this.cause = cause;
    }

    /**
     * The charges of an outcome, in the order in which they are written.
     *
     * @param days gets what the daily histories of banks and of the cluster are charged
     */
    public static List<Charge> charges(JobEvent event, JobOutcome outcome, Cause cause, WorkSums days) {
        JobJournal journal = new JobJournal(event, cause);
        for (AllocationCharge charge : outcome.charges()) {
            journal.add(Account.user(charge.user()), charge);
        }
        for (HoldingCharge charge : outcome.holdings()) {
            journal.add(charge);
            journal.addHeld(charge, days);
        }
        for (EnergyCharge charge : outcome.energies()) {
            journal.add(Account.user(charge.user()), charge);
            journal.add(Account.job(journal.job), charge);
        }
        for (JobEnd.Change change : outcome.ends()) {
            journal.addEnd(change, days);
        }
        for (AllocationCharge charge : outcome.jobCharges()) {
            journal.add(Account.job(journal.job), charge);
        }
        for (JobStatement said : outcome.statements()) {
            journal.add(said);
        }
        return journal.charges;
    }

    private void add(Account account, @Nullable Long submitted, String run, String bank, Entry entry) {
        Dimensions dimensions = Dimensions.ofJob(event.cluster(), event.jobId(), run, submitted, bank);
        last = dimensions.equals(last) ? last : dimensions;
        charges.add(new Charge(account, Ledger.JOB, job, last, entry, cause));
    }

    private void add(Account account, AllocationCharge charge) {
        add(
                account,
                charge.submitted(),
                charge.run(),
                charge.bank(),
                new UsageEntry.Allocation(
                        charge.at(), charge.allocated(), charge.reserved(), charge.besides(), charge.userId()));
    }

    private void add(Account account, EnergyCharge charge) {
        add(account, charge.submitted(), charge.run(), charge.bank(), charge.entry());
    }

    private void add(HoldingCharge charge) {
        Long endedAt = charge.endedAt();
        add(
                Account.association(BankPaths.path(charge.bank(), charge.user())),
                charge.submitted(),
                charge.run(),
                charge.bank(),
                new AssociationEntry.Holding(
                        charge.at(),
                        charge.since(),
                        charge.holdings(),
                        charge.booked(),
                        endedAt == null ? charge.at() : endedAt,
                        charge.held()));
    }

    private void add(JobStatement said) {
        add(
                Account.job(job),
                said.submitted(),
                said.run(),
                said.bank(),
                new UsageEntry.Statement(
                        said.at(),
                        said.firstSeen(),
                        said.allocated(),
                        said.reserved(),
                        said.besides(),
                        said.user(),
                        said.userId(),
                        said.bank(),
                        said.partition(),
                        said.memoryMiB(),
                        said.runs(),
                        said.isFinal(),
                        said.isWithdrawn()));
    }

    /** Counts for the days of the banks around what was held for a while. */
    private void addHeld(HoldingCharge charge, WorkSums days) {
        Work time = charge.time();
        if (!time.isNothing()) {
            for (UtcDays.Piece piece : UtcDays.split(charge.since(), charge.at(), time)) {
                addToBanks(charge.bank(), charge.user(), piece, days);
            }
        }
    }

    private void addEnd(JobEnd.Change change, WorkSums days) {
        JobEnd end = change.end();
        UtcDays.Piece piece = new UtcDays.Piece(end.at(), end.at() + 1, change.work());
        addToBanks(end.bank(), end.user(), piece, days);
        days.addCluster(event.cluster(), piece, cause);
    }

    private void addToBanks(String bank, String user, UtcDays.Piece piece, WorkSums days) {
        for (String around : BankPaths.around(BankPaths.path(bank, user))) {
            days.addBank(around, piece, cause);
        }
    }
}
