package io.fairstream.streams.process;

import io.fairstream.rules.Pages;
import io.fairstream.rules.Refused;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.Work;
import io.fairstream.rules.account.association.AssociationEntry;
import io.fairstream.rules.account.association.BankSums;
import io.fairstream.rules.account.usage.UsageEntry;
import io.fairstream.rules.ledger.job.AllocationCharge;
import io.fairstream.rules.ledger.job.HoldingCharge;
import io.fairstream.rules.ledger.job.JobEnd;
import io.fairstream.rules.ledger.job.JobEvent;
import io.fairstream.rules.ledger.job.JobLedger;
import io.fairstream.rules.ledger.job.JobOutcome;
import io.fairstream.rules.ledger.job.JobPage;
import io.fairstream.rules.ledger.job.JobRetention;
import io.fairstream.rules.ledger.job.JobStanding;
import io.fairstream.rules.ledger.job.JobStatement;
import io.fairstream.schemas.LedgerKind;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.state.JobNumber;
import io.fairstream.streams.state.WriteBackStore;
import io.fairstream.streams.wire.ChargedHolding;
import io.fairstream.streams.wire.ChargedJob;
import io.fairstream.streams.wire.JobEventWire;
import io.fairstream.streams.wire.NumberedJob;
import io.fairstream.streams.wire.Origin;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Turns job events into charges and the job table: a ledger for each job number. */
public final class JobLedgerProcessor extends LedgerProcessor<JobEvent, JobNumber, JobPage> {
    private static final int SWEPT_PER_COMMIT = 2000;

    /** The nodes to which results go. */
    public record Sinks(String charges, String holdings, String work, String jobs, String rejections, String tallies) {}

    private final Sinks sinks;
    private Sweep sweep;
    private JobPurge purge;
    private WorkCharges days;

    @SuppressWarnings("NullAway.Init") // what keeps state is there from start on
    public JobLedgerProcessor(Accounting accounting, String storeName, Sinks sinks) {
        super(
                accounting,
                storeName,
                new Input<>(Topics.JOB_EVENTS, accounting.partitions().jobs(), "job", new JobEventWire()),
                new Outcomes.Sinks(sinks.rejections(), sinks.tallies()));
        this.sinks = sinks;
    }

    @Override
    WriteBackStore.Flush<JobNumber> start() {
        days = new WorkCharges(context(), sinks.work(), LedgerKind.JOB);
        JobRetention retention = accounting().jobs();
        purge = new JobPurge(store(), retention.share(accounting().partitions().jobs()));
        sweep = new Sweep(retention.interval(), SWEPT_PER_COMMIT);
        return new Flush();
    }

    @Override
    String key(JobEvent event, @Nullable String given) {
        return event.job();
    }

    @Override
    long at(JobEvent event) {
        return event.at();
    }

    @Override
    @Nullable
    Refused refusal(JobEvent event, long sent, long newest) {
        return event.refusal(accounting().times(), sent, newest);
    }

    @Override
    @Nullable
    Refused apply(JobEvent event, Record<String, JobEvent> record, Origin origin) {
        long timestamp = record.timestamp();
        WriteBackStore.Slot<JobNumber> slot = store().slot(event.job());
        JobLedger ledger = slot.state().ledger();
        while (!ledger.remembers(event)) {
            ledger.recall(store().recall(slot.key(), ledger.pages()));
        }
        JobOutcome outcome = ledger.apply(event);
        store().changed(slot, timestamp);
        if (outcome instanceof JobOutcome.Impossible impossible) {
            return impossible.refused();
        }
        tally().sees(event.at(), timestamp);
        tally().counts(outcome);
        charge(event, outcome, timestamp, origin);
        return null;
    }

    private void charge(JobEvent event, JobOutcome outcome, long timestamp, Origin origin) {
        for (AllocationCharge charge : outcome.charges()) {
            charge(true, charge.user(), event, charge, timestamp, origin);
        }
        for (HoldingCharge charge : outcome.holdings()) {
            charge(event, charge, timestamp, origin);
            addHeld(charge, origin, timestamp);
        }
        for (JobEnd.Change change : outcome.ends()) {
            addEnd(event.cluster(), change, origin, timestamp);
        }
        for (AllocationCharge charge : outcome.jobCharges()) {
            charge(false, event.job(), event, charge, timestamp, origin);
        }
        for (JobStatement said : outcome.statements()) {
            UsageEntry.Statement entry = new UsageEntry.Statement(
                    said.at(),
                    said.firstSeen(),
                    said.allocated(),
                    said.reserved(),
                    said.user(),
                    said.userId(),
                    said.bank(),
                    said.partition(),
                    said.memoryMiB(),
                    said.runs(),
                    said.isFinal(),
                    said.isWithdrawn());
            ChargedJob charged = new ChargedJob(
                    false,
                    event.job(),
                    event.cluster(),
                    event.jobId(),
                    said.submitted(),
                    said.run(),
                    said.bank(),
                    entry,
                    origin);
            forward(charged.account(), charged, timestamp, sinks.charges());
        }
    }

    private void charge(
            boolean isOfUser, String account, JobEvent event, AllocationCharge charge, long timestamp, Origin origin) {
        ChargedJob charged = new ChargedJob(
                isOfUser,
                account,
                event.cluster(),
                event.jobId(),
                charge.submitted(),
                charge.run(),
                charge.bank(),
                new UsageEntry.Allocation(charge.at(), charge.allocated(), charge.reserved(), charge.userId()),
                origin);
        forward(account, charged, timestamp, sinks.charges());
    }

    private void charge(JobEvent event, HoldingCharge charge, long timestamp, Origin origin) {
        String path = BankSums.path(charge.bank(), charge.user());
        Long endedAt = charge.endedAt();
        AssociationEntry.Holding entry = new AssociationEntry.Holding(
                charge.at(),
                charge.since(),
                charge.holdings(),
                charge.booked(),
                endedAt == null ? charge.at() : endedAt,
                charge.held());
        ChargedHolding charged = new ChargedHolding(
                path, event.cluster(), event.jobId(), charge.submitted(), charge.run(), charge.bank(), entry, origin);
        forward(path, charged, timestamp, sinks.holdings());
    }

    /** Counts for the days of the banks around what was held for a while. */
    private void addHeld(HoldingCharge charge, Origin origin, long timestamp) {
        Work time = charge.time();
        if (!time.isNothing()) {
            for (UtcDays.Piece piece : UtcDays.split(charge.since(), charge.at(), time)) {
                addToBanks(charge.bank(), charge.user(), piece, origin, timestamp);
            }
        }
    }

    private void addEnd(String cluster, JobEnd.Change change, Origin origin, long timestamp) {
        JobEnd end = change.end();
        UtcDays.Piece piece = new UtcDays.Piece(end.at(), end.at() + 1, change.work());
        addToBanks(end.bank(), end.user(), piece, origin, timestamp);
        days.addDay(WorkCharges.cluster(cluster), piece, origin, timestamp);
    }

    private void addToBanks(String bank, String user, UtcDays.Piece piece, Origin origin, long timestamp) {
        for (String around : BankSums.around(BankSums.path(bank, user))) {
            days.addDay(WorkCharges.bank(around), piece, origin, timestamp);
        }
    }

    private final class Flush implements WriteBackStore.Flush<JobNumber> {
        @Override
        public void publish(WriteBackStore.Slot<JobNumber> slot) {
            publishRow(slot);
            JobLedger ledger = slot.state().ledger();
            for (JobPage page = ledger.spill(); page != null; page = ledger.spill()) {
                store().keep(slot.key(), ledger.pages(), page);
            }
        }

        private void publishRow(WriteBackStore.Slot<JobNumber> slot) {
            JobNumber number = slot.state();
            if (number.isOff()) {
                JobStanding row = number.row();
                purge.changes(number.published(), row);
                NumberedJob job = row == null ? null : numbered(slot.key(), row);
                forward(slot.key(), job, slot.timestamp(), sinks.jobs());
                number.publish();
            }
        }

        private NumberedJob numbered(String key, JobStanding row) {
            int slash = key.indexOf('/');
            return new NumberedJob(key.substring(0, slash), Long.parseLong(key.substring(slash + 1)), row);
        }

        @Override
        public void finish() {
            sweep.next(tally().newest(), store(), this::tidy);
            purge.next(this::purge);
            days.flush();
            outcomes().finish();
        }

        private void tidy(WriteBackStore.Slot<JobNumber> slot) {
            JobStanding row = slot.state().published();
            if (row != null && accounting().jobs().isOver(row, tally().newest())) {
                purge(slot);
            }
            JobLedger ledger = slot.state().ledger();
            if (slot.state().isPurged() && ledger.isQuietSince(oldest())) {
                store().drop(slot, ledger.pages(), context().currentSystemTimeMs());
            } else {
                forgetBefore(oldest(), slot);
            }
        }

        private void purge(WriteBackStore.Slot<JobNumber> slot) {
            slot.state().purge();
            store().changed(slot, context().currentSystemTimeMs());
            publishRow(slot);
        }

        private void forgetBefore(long oldest, WriteBackStore.Slot<JobNumber> slot) {
            Pages pages = slot.state().ledger().pages();
            while (!pages.isEmpty() && store().oldest(slot.key(), pages).newest() < oldest) {
                store().forgetOldest(slot.key(), pages);
                store().changed(slot, context().currentSystemTimeMs());
            }
        }
    }
}
