package io.fairstream.streams.job;

import io.fairstream.rules.job.JobCensus;
import io.fairstream.rules.job.JobRetention;
import io.fairstream.rules.job.JobSnapshot;
import io.fairstream.streams.state.StateBytes.StateIn;
import io.fairstream.streams.state.StateBytes.StateOut;
import io.fairstream.streams.state.StateCodec;
import io.fairstream.streams.state.WriteBackStore;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Takes finished jobs from the job table when there are too many, some at each commit. */
final class JobPurge {
    private static final String NOTE = "jobs";
    private static final int SEEN_PER_COMMIT = 20_000;
    private static final int MOST_AT_ONCE = 10_000;

    private final WriteBackStore<JobNumber, ?> store;
    private final JobRetention retention;
    private final JobCensus census;
    private boolean isChanged;

    /** Those that may go, who goes first at the end. */
    private final PriorityQueue<JobCensus.Finished> candidates =
            new PriorityQueue<>(JobCensus.Finished.FIRST.reversed());

    private boolean isUnderWay;
    private @Nullable String after;

    JobPurge(WriteBackStore<JobNumber, ?> store, JobRetention retention) {
        this.store = store;
        this.retention = retention;
        this.census = JobCensusCodec.read(store.note(NOTE));
    }

    /** Takes note that a row of the table changes; null is no row. */
    void changes(@Nullable JobSnapshot before, @Nullable JobSnapshot after) {
        census.changes(before, after);
        isChanged = true;
    }

    /** Goes on looking for who must go, and shows them at the end. */
    void next(Consumer<WriteBackStore.CacheEntry<JobNumber>> goes) {
        int surplus = (int) Math.min(MOST_AT_ONCE, retention.surplus(census.rows()));
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
            store.note(NOTE, JobCensusCodec.write(census));
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

    /** Keeps the census of a job table. */
    public static final class JobCensusCodec {
        private static final int VERSION = 1;

        private JobCensusCodec() {}

        /** The census as it was kept, or an empty one. */
        public static JobCensus read(byte @Nullable [] kept) {
            if (kept == null) {
                return new JobCensus();
            }
            StateIn in = new StateIn(kept);
            if (in.version() != VERSION) {
                throw StateCodec.unknown("job census", in.version());
            }
            long rows = in.readLong();
            Map<String, Integer> failures = new HashMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                failures.put(in.readString(), in.readInt());
            }
            return new JobCensus(rows, failures);
        }

        public static byte[] write(JobCensus census) {
            StateOut out = new StateOut().begin(VERSION);
            out.writeLong(census.rows());
            out.writeLong(census.failures().size());
            census.failures().forEach((user, failed) -> {
                out.writeString(user);
                out.writeLong(failed);
            });
            return out.toByteArray();
        }
    }
}
