package io.fairstream.streams.job;

import io.fairstream.rules.job.JobLedger;
import io.fairstream.rules.job.JobSnapshot;
import io.fairstream.rules.job.JobSnapshot.JobCensus;
import io.fairstream.streams.runtime.SnapshotCodec;
import io.fairstream.streams.runtime.SnapshotCodec.Layout;
import io.fairstream.streams.runtime.StateCodec;
import io.fairstream.streams.runtime.WriteBackStore;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Removal of finished jobs from the job table if there are too many, a few at each commit. */
final class JobPurge {
    private static final String NOTE = "jobs";
    private static final int SEEN_PER_COMMIT = 20_000;
    private static final int MAX_AT_ONCE = 10_000;

    private static final Layout<JobCensus, JobCensus> LAYOUT = Layout.of("job census", 1, JobCensus.class);

    private final StateCodec<JobCensus, Void> codec = codec();
    private final WriteBackStore<JobNumber, ?> store;
    private final JobLedger.Retention retention;
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

    JobPurge(WriteBackStore<JobNumber, ?> store, JobLedger.Retention retention) {
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
    void next(Consumer<WriteBackStore.CacheEntry<JobNumber>> goes) {
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

    private void consider(WriteBackStore.CacheEntry<JobNumber> slot, int surplus) {
        JobSnapshot row = slot.state().published();
        if (row != null && row.isComplete()) {
            candidates.add(census.finished(slot.key(), row));
            while (candidates.size() > surplus) {
                candidates.remove();
            }
        }
    }
}
