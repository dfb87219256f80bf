package io.fairstream.streams.process;

import io.fairstream.rules.EventTimes;
import io.fairstream.rules.Pages;
import io.fairstream.rules.Refused;
import io.fairstream.rules.account.usage.UsageEntry;
import io.fairstream.rules.ledger.job.AllocationCharge;
import io.fairstream.rules.ledger.job.JobEvent;
import io.fairstream.rules.ledger.job.JobLedger;
import io.fairstream.rules.ledger.job.JobOutcome;
import io.fairstream.rules.ledger.job.JobPage;
import io.fairstream.rules.ledger.job.JobStanding;
import io.fairstream.rules.ledger.job.JobStatement;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.state.JobNumber;
import io.fairstream.streams.state.WriteBackStore;
import io.fairstream.streams.wire.ChargedJob;
import io.fairstream.streams.wire.JobEventWire;
import io.fairstream.streams.wire.NumberedJob;
import io.fairstream.streams.wire.Origin;
import io.fairstream.streams.wire.Plain;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Turns job events into charges and the job table: a ledger for each job number. */
public final class JobLedgerProcessor implements Processor<String, JobEvent, String, Object> {
    private static final int SWEPT_PER_COMMIT = 2000;

    /** The nodes to which results go. */
    public record Sinks(String charges, String jobs, String rejections, String tallies) {}

    private final Accounting accounting;
    private final String storeName;
    private final Sinks sinks;
    private final Inputs inputs;
    private ProcessorContext<String, Object> context;
    private WriteBackStore<JobNumber, JobPage> store;
    private Outcomes outcomes;
    private Sweep sweep;
    private JobPurge purge;

    @SuppressWarnings("NullAway.Init") // the context is there from init on
    public JobLedgerProcessor(Accounting accounting, String storeName, Sinks sinks) {
        this.accounting = accounting;
        this.storeName = storeName;
        this.sinks = sinks;
        this.inputs = new Inputs(accounting.partitions().jobs(), accounting.repartition());
    }

    @Override
    public void init(ProcessorContext<String, Object> processorContext) {
        context = processorContext;
        store = context.getStateStore(storeName);
        outcomes = new Outcomes(
                context,
                store,
                accounting.topic(Topics.JOB_EVENTS),
                new Outcomes.Sinks(sinks.rejections(), sinks.tallies()));
        purge = new JobPurge(
                store, accounting.jobs().share(accounting.partitions().jobs()));
        sweep = new Sweep(accounting.jobs().interval(), SWEPT_PER_COMMIT);
        store.onFlush(context, new Flush());
    }

    @Override
    public void process(Record<String, JobEvent> record) {
        Origin origin = inputs.origin(context, record.headers());
        JobEvent event = record.value();
        Refused refused = refusal(record, event, origin);
        if (refused == null && event != null) {
            refused = apply(event, record.timestamp(), origin);
        }
        if (refused != null) {
            Long at = event == null ? null : (Long) event.at();
            String original = event == null ? "" : Plain.json(new JobEventWire(), event);
            outcomes.reject(record, origin, at, refused, original);
        }
        store.spare();
    }

    private @Nullable Refused refusal(Record<String, JobEvent> record, @Nullable JobEvent event, Origin origin) {
        Refused refused = inputs.refusal(record.key(), "job", event == null ? null : event.job(), origin);
        if (refused != null || event == null) {
            return refused;
        }
        return event.refusal(
                accounting.times(), record.timestamp(), outcomes.tally().newest());
    }

    private @Nullable Refused apply(JobEvent event, long timestamp, Origin origin) {
        WriteBackStore.Slot<JobNumber> slot = store.slot(event.job());
        JobLedger ledger = slot.state().ledger();
        while (!ledger.remembers(event)) {
            ledger.recall(store.recall(slot.key(), ledger.pages()));
        }
        JobOutcome outcome = ledger.apply(event);
        store.changed(slot, timestamp);
        if (outcome instanceof JobOutcome.Impossible impossible) {
            return impossible.refused();
        }
        outcomes.tally().sees(event.at(), timestamp);
        outcomes.tally().counts(outcome);
        charge(event, outcome, timestamp, origin);
        return null;
    }

    private void charge(JobEvent event, JobOutcome outcome, long timestamp, Origin origin) {
        for (AllocationCharge charge : outcome.charges()) {
            charge(true, charge.user(), event, charge, timestamp, origin);
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
            context.forward(new Record<>(charged.account(), charged, timestamp), sinks.charges());
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
        context.forward(new Record<>(account, charged, timestamp), sinks.charges());
    }

    private final class Flush implements WriteBackStore.Flush<JobNumber> {
        @Override
        public void publish(WriteBackStore.Slot<JobNumber> slot) {
            publishRow(slot);
            JobLedger ledger = slot.state().ledger();
            for (JobPage page = ledger.spill(); page != null; page = ledger.spill()) {
                store.keep(slot.key(), ledger.pages(), page);
            }
        }

        private void publishRow(WriteBackStore.Slot<JobNumber> slot) {
            JobNumber number = slot.state();
            if (number.isOff()) {
                JobStanding row = number.row();
                purge.changes(number.published(), row);
                NumberedJob job = row == null ? null : numbered(slot.key(), row);
                context.forward(new Record<>(slot.key(), job, slot.timestamp()), sinks.jobs());
                number.publish();
            }
        }

        private NumberedJob numbered(String key, JobStanding row) {
            int slash = key.indexOf('/');
            return new NumberedJob(key.substring(0, slash), Long.parseLong(key.substring(slash + 1)), row);
        }

        @Override
        public void finish() {
            sweep.next(outcomes.tally().newest(), store, this::tidy);
            purge.next(this::purge);
            outcomes.finish();
        }

        private void tidy(WriteBackStore.Slot<JobNumber> slot) {
            JobStanding row = slot.state().published();
            if (row != null && accounting.jobs().isOver(row, outcomes.tally().newest())) {
                purge(slot);
            }
            JobLedger ledger = slot.state().ledger();
            if (slot.state().isPurged() && ledger.isQuietSince(oldest())) {
                store.drop(slot, ledger.pages(), context.currentSystemTimeMs());
            } else {
                forgetBefore(oldest(), slot);
            }
        }

        private void purge(WriteBackStore.Slot<JobNumber> slot) {
            slot.state().purge();
            store.changed(slot, context.currentSystemTimeMs());
            publishRow(slot);
        }

        private void forgetBefore(long oldest, WriteBackStore.Slot<JobNumber> slot) {
            Pages pages = slot.state().ledger().pages();
            while (!pages.isEmpty() && store.oldest(slot.key(), pages).newest() < oldest) {
                store.forgetOldest(slot.key(), pages);
                store.changed(slot, context.currentSystemTimeMs());
            }
        }

        private long oldest() {
            long newest = outcomes.tally().newest();
            return newest == EventTimes.NONE ? newest : accounting.times().oldest(newest);
        }
    }
}
