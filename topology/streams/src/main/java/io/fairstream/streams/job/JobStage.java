package io.fairstream.streams.job;

import io.fairstream.rules.EventHistory;
import io.fairstream.rules.Pages;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.job.JobEvent;
import io.fairstream.rules.job.JobEvent.JobState;
import io.fairstream.rules.job.JobFacts;
import io.fairstream.rules.job.JobLedger;
import io.fairstream.rules.job.JobLedger.JobEnd;
import io.fairstream.rules.job.JobRetention;
import io.fairstream.rules.job.JobSnapshot;
import io.fairstream.rules.job.JobSnapshot.JobCensus;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.Charge.Ledger;
import io.fairstream.rules.journal.ChargeSums;
import io.fairstream.rules.journal.Outcome;
import io.fairstream.rules.share.Billing.Tariff;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.avro.Format;
import io.fairstream.streams.avro.RecordFormat;
import io.fairstream.streams.runtime.Maintenance;
import io.fairstream.streams.runtime.Output;
import io.fairstream.streams.runtime.SnapshotCodec;
import io.fairstream.streams.runtime.SnapshotCodec.Layout;
import io.fairstream.streams.runtime.Stage;
import io.fairstream.streams.runtime.StageInput;
import io.fairstream.streams.runtime.StateCodec;
import io.fairstream.streams.runtime.TopologyConfig;
import io.fairstream.streams.runtime.WriteBackStore;
import io.fairstream.streams.runtime.WriteBackStore.CacheEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Turns job events into charges and the job table, with one ledger for each job number. */
public final class JobStage extends Stage<JobEvent, JobStage.JobNumber, EventHistory.Page<JobSnapshot, JobEvent>> {
    public static final Format<JobEvent> JOB_EVENT = new RecordFormat<>(JobEvent.class, Topics.JOB_EVENTS);

    public static final Output<NumberedJob> JOBS = Output.of(Topics.JOBS, new JobFormat());

    private final JobRetention retention;
    private final JobRetention ofTask;
    private final ChargeSums days = new ChargeSums(Ledger.JOB);
    private final Tariff tariff;
    private JobPurge purge;

    @SuppressWarnings("NullAway.Init") // maintenance() sets the purge
    public JobStage(TopologyConfig config) {
        this.retention = config.jobs();
        this.ofTask = retention.share(config.partitions().jobs());
        this.tariff = config.fairShare().terms().weights();
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
                .releaseWhen(number -> number.ledger.isComplete())
                .atCommit(() -> {
                    purge.next(this::purge);
                    out().charge(days.take());
                });
    }

    @Override
    protected @Nullable Rejection apply(CacheEntry<JobNumber> state, JobEvent event, Cause cause) {
        JobLedger ledger = state.state().ledger;
        while (!ledger.isInMemory(event)) {
            out().store().loadPage(state, ledger);
        }
        Outcome<Charge, JobEnd.Change> outcome = ledger.apply(event, cause);
        out().changed(state, cause.sent());
        if (outcome.refused() != null) {
            return outcome.refused();
        }
        out().counts().noteEvent(event.at(), cause.sent());
        out().counts().count(outcome.effect());
        out().charge(outcome.charges());
        JobLedger.addTo(days, outcome, event.cluster(), tariff::perSecond, cause);
        return null;
    }

    @Override
    protected void rows(CacheEntry<JobNumber> state) {
        writeRow(state);
        out().store().evictPages(state, state.state().ledger);
    }

    private void writeRow(CacheEntry<JobNumber> state) {
        JobNumber number = state.state();
        if (number.isStale()) {
            JobSnapshot row = number.row();
            purge.changes(number.published, row);
            NumberedJob job = row == null ? null : NumberedJob.of(state.key(), row);
            out().write(JOBS, state.key(), job, state.timestamp());
            number.publish();
        }
    }

    private void expire(CacheEntry<JobNumber> state) {
        JobSnapshot row = state.state().published;
        if (row != null && retention.isOver(row, out().counts().newest())) {
            purge(state);
        }
        JobLedger ledger = state.state().ledger;
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

    /** Ledger of a job number, and the last published row of it. Mutable; one owner. */
    static final class JobNumber {
        private static final Layout<JobNumber, Snapshot> LAYOUT =
                new Layout<>("job ledger", 1, Snapshot.class, JobNumber::snapshot, JobNumber::of);
        private static final Layout<EventHistory.Page<JobSnapshot, JobEvent>, Page> PAGES = new Layout<>(
                "job ledger",
                1,
                Page.class,
                page -> new Page(page.base(), kept(page.events())),
                (number, kept) -> new EventHistory.Page<>(kept.base, events(number, kept.events)));

        final JobLedger ledger;
        /** Row in the published table, or null. */
        @Nullable
        JobSnapshot published;

        /** End of the job whose row was purged last, milliseconds since 1970, or null. */
        @Nullable
        Long purgedEnd;

        private record Snapshot(
                @Nullable JobSnapshot base,
                List<Event> events,
                Pages pages,
                @Nullable Long purgedEnd) {}

        private record Page(@Nullable JobSnapshot base, List<Event> events) {}

        /** Stored event without its number, which is the key; facts that are equal to those of the previous event are null. */
        private record Event(
                long at,
                @Nullable Long submitted,
                String run,
                JobState state,
                @Nullable JobFacts facts) {}

        static StateCodec<JobNumber, EventHistory.Page<JobSnapshot, JobEvent>> codec() {
            return new SnapshotCodec<>(() -> new JobNumber(new JobLedger(), null), LAYOUT, PAGES);
        }

        private static JobNumber of(String number, Snapshot kept) {
            List<JobEvent> events = events(number, kept.events);
            return new JobNumber(new JobLedger(kept.base, events, kept.pages), kept.purgedEnd);
        }

        private Snapshot snapshot() {
            return new Snapshot(ledger.base(), kept(ledger.events()), ledger.pages(), purgedEnd);
        }

        private static List<Event> kept(List<JobEvent> events) {
            List<Event> kept = new ArrayList<>(events.size());
            JobFacts before = JobFacts.EMPTY;
            for (JobEvent event : events) {
                JobFacts facts = event.facts().equals(before) ? null : event.facts();
                kept.add(new Event(event.at(), event.submitted(), event.run(), event.state(), facts));
                before = event.facts();
            }
            return kept;
        }

        private static List<JobEvent> events(String number, List<Event> kept) {
            int slash = number.indexOf('/');
            String cluster = number.substring(0, slash);
            long jobId = Long.parseLong(number.substring(slash + 1));
            List<JobEvent> events = new ArrayList<>(kept.size());
            JobFacts facts = JobFacts.EMPTY;
            for (Event event : kept) {
                facts = event.facts == null ? facts : event.facts;
                events.add(new JobEvent(cluster, jobId, event.submitted, event.run, event.at, event.state, facts));
            }
            return events;
        }

        /** Restores a stored ledger; the row of its newest job counts as published, unless it was purged. */
        JobNumber(JobLedger ledger, @Nullable Long purgedEnd) {
            this.ledger = ledger;
            this.purgedEnd = purgedEnd;
            this.published = row();
        }

        /** Returns true if the newest job's row was purged; a job with a later end is another job, or another run. */
        boolean isPurged() {
            JobSnapshot newest = ledger.newest();
            return purgedEnd != null && newest != null && newest.isComplete() && newest.since() <= purgedEnd;
        }

        /** Row that the table must have: that of the newest job, or null if it was purged. */
        @Nullable
        JobSnapshot row() {
            return isPurged() ? null : ledger.newest();
        }

        /** Returns true if the table's row is outdated. */
        boolean isStale() {
            return !Objects.equals(published, row());
        }

        /** Notes that the row was written. */
        void publish() {
            published = row();
        }

        /** Marks the row as purged if its job is finished. */
        void purge() {
            JobSnapshot newest = ledger.newest();
            if (newest != null && newest.isComplete()) {
                purgedEnd = newest.since();
            }
        }
    }

    /** Removal of finished jobs from the job table if there are too many, a few at each commit. */
    static final class JobPurge {
        private static final String NOTE = "jobs";
        private static final int SEEN_PER_COMMIT = 20_000;
        private static final int MAX_AT_ONCE = 10_000;

        private static final Layout<JobCensus, JobCensus> LAYOUT = Layout.of("job census", 1, JobCensus.class);

        private final StateCodec<JobCensus, Void> codec = codec();
        private final WriteBackStore<JobNumber, ?> store;
        private final JobRetention retention;
        private final JobCensus census;
        private boolean isChanged;

        /** Candidates for removal; the head of the queue is the one to be removed last. */
        private final PriorityQueue<JobCensus.Finished> candidates =
                new PriorityQueue<>(JobCensus.Finished.FIRST.reversed());

        private boolean isUnderWay;
        private @Nullable String after;

        static StateCodec<JobCensus, Void> codec() {
            return new SnapshotCodec<>(JobCensus::new, LAYOUT, null);
        }

        JobPurge(WriteBackStore<JobNumber, ?> store, JobRetention retention) {
            this.store = store;
            this.retention = retention;
            byte[] kept = store.note(NOTE);
            this.census = kept == null ? new JobCensus() : codec.read(NOTE, kept);
        }

        /** Updates the census after a change of a row; null is no row. */
        void changes(@Nullable JobSnapshot before, @Nullable JobSnapshot after) {
            census.changes(before, after);
            isChanged = true;
        }

        /** Continues the search for candidates, and passes them on at its end. */
        void next(Consumer<CacheEntry<JobNumber>> goes) {
            int surplus = (int) Math.min(MAX_AT_ONCE, retention.surplus(census.rows()));
            if (surplus > 0 && !isUnderWay) {
                isUnderWay = true;
                after = null;
            }
            if (isUnderWay) {
                after = store.visit(after, SEEN_PER_COMMIT, slot -> consider(slot, surplus));
                if (after == null) {
                    candidates.forEach(finished -> goes.accept(store.slot(finished.key())));
                    candidates.clear();
                    isUnderWay = false;
                }
            }
            if (isChanged) {
                store.note(NOTE, codec.write(census));
                isChanged = false;
            }
        }

        private void consider(CacheEntry<JobNumber> slot, int surplus) {
            JobSnapshot row = slot.state().published;
            if (row != null && row.isComplete()) {
                candidates.add(census.finished(slot.key(), row));
                while (candidates.size() > surplus) {
                    candidates.remove();
                }
            }
        }
    }
}
