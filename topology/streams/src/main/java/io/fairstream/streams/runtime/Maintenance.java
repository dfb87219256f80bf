package io.fairstream.streams.runtime;

import io.fairstream.rules.Bounds.EventTimes;
import io.fairstream.streams.runtime.StageContext.TaskContext;
import io.fairstream.streams.state.WriteBackStore;
import io.fairstream.streams.state.WriteBackStore.CacheEntry;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Work on states that no event or charge triggers. A stage names the parts that it needs; the framework does some of the work at each
 * commit, so that no commit takes long. After a start it recomputes and migrates first; expiry and refresh follow.
 *
 * @param <S> the state of a key
 */
public final class Maintenance<S> {
    /** Instead of a page with which to go on: all pages are recomputed. */
    public static final int DONE = -1;

    private Duration expiryInterval = Duration.ZERO;
    private Consumer<CacheEntry<S>> expiry = state -> {};
    private Duration refreshInterval = Duration.ZERO;
    private Consumer<CacheEntry<S>> refresh = state -> {};
    private @Nullable Record configuration;
    private Consumer<CacheEntry<S>> migration = state -> {};
    private @Nullable Record terms;
    private Recomputation<S> recomputation = (state, from, budget) -> DONE;
    private Runnable afterMigration = () -> {};
    private Predicate<S> isOver = state -> false;
    private Runnable atCommit = () -> {};

    /** Recomputation of a state whose sums were made under other terms. */
    public interface Recomputation<S> {
        /**
         * Recomputes a state, or some pages of its history.
         *
         * @param from the page of its history with which to go on
         * @return the page with which to go on at the next commit, or {@link #DONE}
         */
        int recompute(CacheEntry<S> state, int from, Budget budget);
    }

    /** Number of pages that may still be read and written before the next commit. */
    public static final class Budget {
        private int left;

        Budget(int left) {
            this.left = left;
        }

        /** Returns true if one more page may be done, and counts that page as done. */
        public boolean take() {
            return left-- > 0;
        }

        boolean isSpent() {
            return left <= 0;
        }
    }

    /**
     * Calls the action for every state each time that the event time has moved on by an interval, to forget what no longer matters. No
     * result depends on the commit at which that happens.
     *
     * @param interval zero for never
     */
    public Maintenance<S> expire(Duration interval, Consumer<CacheEntry<S>> action) {
        expiryInterval = interval;
        expiry = action;
        return this;
    }

    /**
     * Calls the action for every state once in an interval by the wall clock, to write rows that are stale though no input changed
     * the state.
     *
     * @param interval zero for never
     */
    public Maintenance<S> refresh(Duration interval, Consumer<CacheEntry<S>> action) {
        refreshInterval = interval;
        refresh = action;
        return this;
    }

    /**
     * Calls the action for every state after a start under another configuration than the last one's.
     *
     * @param values all that the rows depend on
     * @param action brings a state under today's configuration
     */
    public Maintenance<S> migrate(Record values, Consumer<CacheEntry<S>> action) {
        configuration = values;
        migration = action;
        return this;
    }

    /** Recomputes, before it is migrated, each state whose sums may have been made under other terms than these. */
    public Maintenance<S> recompute(Record values, Recomputation<S> action) {
        terms = values;
        recomputation = action;
        return this;
    }

    /** Runs an action once all states are under today's configuration. */
    public Maintenance<S> afterMigration(Runnable action) {
        afterMigration = action;
        return this;
    }

    /** Removes from the heap states that expect no more input; a later input reads them again. */
    public Maintenance<S> releaseWhen(Predicate<S> over) {
        isOver = over;
        return this;
    }

    /** Writes what concerns the task as a whole, once per commit. */
    public Maintenance<S> atCommit(Runnable action) {
        atCommit = action;
        return this;
    }

    @Nullable
    Record configuration() {
        return configuration;
    }

    @Nullable
    Record terms() {
        return terms;
    }

    int recompute(CacheEntry<S> state, int from, Budget budget) {
        return recomputation.recompute(state, from, budget);
    }

    void migrate(CacheEntry<S> state) {
        migration.accept(state);
    }

    void migrated() {
        afterMigration.run();
    }

    boolean isOver(S state) {
        return isOver.test(state);
    }

    void commit() {
        atCommit.run();
    }

    ExpirySweep sweep() {
        return new ExpirySweep();
    }

    RefreshRound refreshRound() {
        return new RefreshRound();
    }

    /**
     * Goes once through all states each time the event time has moved on by an interval, a few states at each commit. When the next time
     * is outlasts a restart; if it does not come to the end the next start begins again.
     */
    final class ExpirySweep {
        private static final String NOTE = "sweep";
        private static final int STATES_PER_COMMIT = 2000;

        private final long interval = expiryInterval.toMillis();
        private long nextAt = EventTimes.NONE;
        private boolean isUnderWay;
        private @Nullable String after;

        void next(long newest, WriteBackStore<S, ?> store) {
            if (interval == 0 || newest == EventTimes.NONE) {
                return;
            }
            if (nextAt == EventTimes.NONE) {
                nextAt = first(newest, store);
            }
            if (!isUnderWay && newest >= nextAt) {
                isUnderWay = true;
                nextAt = newest + interval;
            }
            if (isUnderWay) {
                after = store.visit(after, STATES_PER_COMMIT, expiry);
                isUnderWay = after != null;
                if (!isUnderWay) {
                    note(store);
                }
            }
        }

        /** As noted, but not later than an interval from now: it may have been longer. */
        private long first(long newest, WriteBackStore<S, ?> store) {
            byte[] noted = store.note(NOTE);
            if (noted != null) {
                return Math.min(ByteBuffer.wrap(noted).getLong(), newest + interval);
            }
            nextAt = newest + interval;
            note(store);
            return nextAt;
        }

        private void note(WriteBackStore<S, ?> store) {
            store.note(NOTE, ByteBuffer.allocate(Long.BYTES).putLong(nextAt).array());
        }
    }

    /** Goes through all states once in a while, some at each of several commits. */
    final class RefreshRound {
        private static final int SLICES = 20;
        private static final int MIN_STATES = 1000;
        private static final Duration SHORTEST = Duration.ofMillis(50);

        private boolean isAllowed;
        private @Nullable String after;

        /** Lets a commit show some states every now and then. */
        void schedule(TaskContext context) {
            if (!refreshInterval.isZero()) {
                Duration slice = refreshInterval.dividedBy(SLICES);
                context.every(slice.compareTo(SHORTEST) < 0 ? SHORTEST : slice, () -> isAllowed = true);
            }
        }

        void next(WriteBackStore<S, ?> store) {
            if (isAllowed) {
                isAllowed = false;
                after = store.visit(after, (int) (store.size() / SLICES) + MIN_STATES, refresh);
            }
        }
    }
}
