package io.fairstream.streams.job;

import io.fairstream.rules.EventHistory;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.job.JobEvent;
import io.fairstream.rules.job.JobLedger;
import io.fairstream.rules.job.JobLedger.JobEnd;
import io.fairstream.rules.job.JobSnapshot;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.Charge.Ledger;
import io.fairstream.rules.journal.ChargeSums;
import io.fairstream.rules.journal.Outcome;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.avro.Format;
import io.fairstream.streams.avro.RecordFormat;
import io.fairstream.streams.runtime.Maintenance;
import io.fairstream.streams.runtime.Output;
import io.fairstream.streams.runtime.Stage;
import io.fairstream.streams.runtime.StageInput;
import io.fairstream.streams.runtime.StateCodec;
import io.fairstream.streams.runtime.TopologyConfig;
import io.fairstream.streams.runtime.WriteBackStore;
import io.fairstream.streams.runtime.WriteBackStore.CacheEntry;
import org.jspecify.annotations.Nullable;

/** Turns job events into charges and the job table, with one ledger for each job number. */
public final class JobStage extends Stage<JobEvent, JobNumber, EventHistory.Page<JobSnapshot, JobEvent>> {
    public static final Format<JobEvent> JOB_EVENT = new RecordFormat<>(JobEvent.class, Topics.JOB_EVENTS);

    public static final Output<NumberedJob> JOBS = Output.of(Topics.JOBS, new JobFormat());

    private final JobLedger.Retention retention;
    private final JobLedger.Retention ofTask;
    private final ChargeSums days = new ChargeSums(Ledger.JOB);
    private JobPurge purge;

    @SuppressWarnings("NullAway.Init") // maintenance() sets the purge
    public JobStage(TopologyConfig accounting) {
        this.retention = accounting.jobs();
        this.ofTask = retention.share(accounting.partitions().jobs());
    }

    public static StageInput<JobEvent> input(TopologyConfig config) {
        return new StageInput<>(
                Topics.JOB_EVENTS,
                JOB_EVENT,
                StageInput.Key.of("job", JobEvent::job),
                (event, sent, newest) -> event.refusal(config.times(), sent, newest),
                JobEvent::at,
                new StageInput.Partitioning(config.partitions().jobs(), config.repartition(), null));
    }

    public record NumberedJob(String cluster, long jobId, JobSnapshot snapshot) {
        /** Returns the newest job of a key, cluster/number. */
        public static NumberedJob of(String key, JobSnapshot snapshot) {
            int slash = key.indexOf('/');
            return new NumberedJob(key.substring(0, slash), Long.parseLong(key.substring(slash + 1)), snapshot);
        }
    }

    @Override
    public StateCodec<JobNumber, EventHistory.Page<JobSnapshot, JobEvent>> codec() {
        return JobNumber.codec();
    }

    @Override
    protected Maintenance<JobNumber> maintenance() {
        purge = new JobPurge(out().store(), ofTask);
        return new Maintenance<JobNumber>()
                .expire(retention.interval(), this::expire)
                .releaseWhen(number -> number.ledger().isComplete())
                .atCommit(() -> {
                    purge.next(this::purge);
                    out().charge(days.take());
                });
    }

    @Override
    protected @Nullable Rejection apply(CacheEntry<JobNumber> state, JobEvent event, Cause cause) {
        JobLedger ledger = state.state().ledger();
        while (!ledger.isInMemory(event)) {
            out().store().loadPage(state, ledger);
        }
        Outcome<Charge, JobEnd.Change> outcome = ledger.apply(event, cause);
        out().changed(state, cause.sent());
        if (outcome.refused() != null) {
            return outcome.refused();
        }
        out().counts().sees(event.at(), cause.sent());
        out().counts().count(outcome.effect());
        out().charge(outcome.charges());
        JobLedger.addTo(days, outcome, event.cluster(), cause);
        return null;
    }

    @Override
    protected void rows(CacheEntry<JobNumber> state) {
        writeRow(state);
        out().store().evictPages(state, state.state().ledger());
    }

    private void writeRow(CacheEntry<JobNumber> state) {
        JobNumber number = state.state();
        if (number.isStale()) {
            JobSnapshot row = number.row();
            purge.changes(number.published(), row);
            NumberedJob job = row == null ? null : NumberedJob.of(state.key(), row);
            out().write(JOBS, state.key(), job, state.timestamp());
            number.publish();
        }
    }

    private void expire(CacheEntry<JobNumber> state) {
        JobSnapshot row = state.state().published();
        if (row != null && retention.isOver(row, out().counts().newest())) {
            purge(state);
        }
        JobLedger ledger = state.state().ledger();
        if (state.state().isPurged() && ledger.isQuietSince(out().oldest())) {
            out().store().drop(state, ledger.pages(), out().streamTime());
        } else if (WriteBackStore.forgetBefore(out().store(), out().oldest(), state, ledger, page -> {})) {
            out().changed(state, out().streamTime());
        }
    }

    private void purge(CacheEntry<JobNumber> state) {
        state.state().purge();
        out().changed(state, out().streamTime());
        writeRow(state);
    }
}
