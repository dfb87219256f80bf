package io.fairstream.streams.process;

import io.fairstream.rules.Pages;
import io.fairstream.rules.Refused;
import io.fairstream.rules.journal.Ledger;
import io.fairstream.rules.journal.WorkSums;
import io.fairstream.rules.ledger.job.JobEvent;
import io.fairstream.rules.ledger.job.JobJournal;
import io.fairstream.rules.ledger.job.JobLedger;
import io.fairstream.rules.ledger.job.JobOutcome;
import io.fairstream.rules.ledger.job.JobPage;
import io.fairstream.rules.ledger.job.JobRetention;
import io.fairstream.rules.ledger.job.JobSnapshot;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.state.JobNumber;
import io.fairstream.streams.state.WriteBackStore;
import io.fairstream.streams.wire.JobEventWire;
import io.fairstream.streams.wire.NumberedJob;
import io.fairstream.streams.wire.Origin;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Turns job events into charges and the job table: a ledger for each job number. */
public final class JobLedgerProcessor extends LedgerProcessor<JobEvent, JobNumber, JobPage> {
    private static final int SWEPT_PER_COMMIT = 2000;

    /** The nodes to which results go. */
    public record Sinks(String charges, String jobs, String rejections, String tallies) {}

    private final Sinks sinks;
    private Sweep sweep;
    private JobPurge purge;
    private Journal journal;
    private WorkSums days;

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
        journal = new Journal(accounting(), context(), sinks.charges(), Ledger.JOB);
        days = new WorkSums(Ledger.JOB);
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
        WriteBackStore.CacheEntry<JobNumber> slot = store().slot(event.job());
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
        journal.write(JobJournal.charges(event, outcome, origin.cause(record.timestamp()), days));
        return null;
    }

    private final class Flush implements WriteBackStore.Flush<JobNumber> {
        @Override
        public void publish(WriteBackStore.CacheEntry<JobNumber> slot) {
            publishRow(slot);
            JobLedger ledger = slot.state().ledger();
            for (JobPage page = ledger.spill(); page != null; page = ledger.spill()) {
                store().keep(slot.key(), ledger.pages(), page);
            }
        }

        private void publishRow(WriteBackStore.CacheEntry<JobNumber> slot) {
            JobNumber number = slot.state();
            if (number.isStale()) {
                JobSnapshot row = number.row();
                purge.changes(number.published(), row);
                NumberedJob job = row == null ? null : numbered(slot.key(), row);
                forward(slot.key(), job, slot.timestamp(), sinks.jobs());
                number.publish();
            }
        }

        private NumberedJob numbered(String key, JobSnapshot row) {
            int slash = key.indexOf('/');
            return new NumberedJob(key.substring(0, slash), Long.parseLong(key.substring(slash + 1)), row);
        }

        @Override
        public void finish() {
            sweep.next(tally().newest(), store(), this::tidy);
            purge.next(this::purge);
            journal.write(days.take());
            journal.flush();
            outcomes().finish();
        }

        private void tidy(WriteBackStore.CacheEntry<JobNumber> slot) {
            JobSnapshot row = slot.state().published();
            if (row != null && accounting().jobs().isOver(row, tally().newest())) {
                purge(slot);
            }
            JobLedger ledger = slot.state().ledger();
            if (slot.state().isPurged() && ledger.isQuietSince(oldest())) {
                store().drop(slot, ledger.pages(), context().currentStreamTimeMs());
            } else {
                forgetBefore(oldest(), slot);
            }
        }

        private void purge(WriteBackStore.CacheEntry<JobNumber> slot) {
            slot.state().purge();
            store().changed(slot, context().currentStreamTimeMs());
            publishRow(slot);
        }

        private void forgetBefore(long oldest, WriteBackStore.CacheEntry<JobNumber> slot) {
            Pages pages = slot.state().ledger().pages();
            while (!pages.isEmpty() && store().oldest(slot.key(), pages).newest() < oldest) {
                store().forgetOldest(slot.key(), pages);
                store().changed(slot, context().currentStreamTimeMs());
            }
        }
    }
}
