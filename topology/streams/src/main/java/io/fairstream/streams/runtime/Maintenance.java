package io.fairstream.streams.runtime;

import io.fairstream.rules.EventTimes;
import io.fairstream.streams.avro.AvroOut;
import io.fairstream.streams.avro.RecordFormat;
import io.fairstream.streams.runtime.StageContext.TaskContext;
import io.fairstream.streams.runtime.WriteBackStore.CacheEntry;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Work on states that no event or charge triggers. A stage configures the parts that it needs; the framework does a part of the work at
 * each commit, so that no commit takes long. After a start it recomputes and migrates first; expiry and refresh follow.
 */
public final class Maintenance<S> {
    /** Result of a complete recomputation, where otherwise the next page is returned. */
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
    Predicate<S> isOver = state -> false;
    Runnable atCommit = () -> {};

    /** Recomputation of a state whose sums were computed under other terms. */
    public interface Recomputation<S> {
        /**
         * Recomputes a state, or some pages of its history.
         *
         * @param from first page of its history to recompute
         * @return the first page for the next commit, or {@link #DONE}
         */
        int recompute(CacheEntry<S> state, int from, Budget budget);
    }

    /** Number of pages that may still be read and written before the next commit. */
    public static final class Budget {
        private int left;

        Budget(int left) {
            this.left = left;
        }

        /** Consumes one page of the budget; false if none is left. */
        public boolean take() {
            return left-- > 0;
        }

        boolean isSpent() {
            return left <= 0;
        }
    }

    /**
     * Calls the action for every state each time the event time has advanced by an interval, to remove expired data. No result depends on
     * the commit at which this happens.
     *
     * @param interval zero for never
     */
    public Maintenance<S> expire(Duration interval, Consumer<CacheEntry<S>> action) {
        expiryInterval = interval;
        expiry = action;
        return this;
    }

    /**
     * Calls the action for every state about once per interval by the wall clock, more often in small stores, to write rows that become
     * outdated without any input.
     *
     * @param interval zero for never
     */
    public Maintenance<S> refresh(Duration interval, Consumer<CacheEntry<S>> action) {
        refreshInterval = interval;
        refresh = action;
        return this;
    }

    /**
     * Calls the action for every state after a start with a changed configuration.
     *
     * @param values all values that affect the rows
     * @param action adapts a state to the current configuration
     */
    public Maintenance<S> migrate(Record values, Consumer<CacheEntry<S>> action) {
        configuration = values;
        migration = action;
        return this;
    }

    /** Recomputes each state before its migration if its sums may have been computed under terms other than these. */
    public Maintenance<S> recompute(Record values, Recomputation<S> action) {
        terms = values;
        recomputation = action;
        return this;
    }

    /** Runs an action once all states have been migrated. */
    public Maintenance<S> afterMigration(Runnable action) {
        afterMigration = action;
        return this;
    }

    /** Removes states without expected input from the heap; a later input loads them again. */
    public Maintenance<S> releaseWhen(Predicate<S> over) {
        isOver = over;
        return this;
    }

    /** Runs an action for the task as a whole, once per commit. */
    public Maintenance<S> atCommit(Runnable action) {
        atCommit = action;
        return this;
    }

    /**
     * Migration of all states after a start with a changed configuration, a few at each commit. If it does not finish, the next start
     * repeats it.
     */
    final class ConfigMigration {
        private static final String NOTE = "configuration";
        private static final byte[] UNFINISHED = {};
        private static final Duration INTERVAL = Duration.ofMillis(100);

        private final WriteBackStore<S, ?> store;
        private final byte[] configuration;
        private final int perCommit;
        private final boolean isFirst;
        private final boolean isUnderOtherTerms;
        private final Queue<Unfinished> unfinished = new ArrayDeque<>();
        private boolean isDue;
        private @Nullable Runnable cancel;
        private @Nullable String after;

        /** State that is partly recomputed, and its next page. */
        private record Unfinished(String key, int page) {}

        /**
         * @param perCommit maximum number of states, and of their pages, for each commit
         * @param isFirst whether no record was ever counted: without a stored configuration, too, there is no state yet
         */
        ConfigMigration(WriteBackStore<S, ?> store, int perCommit, boolean isFirst) {
            this.store = store;
            this.perCommit = perCommit;
            AvroOut values = new AvroOut();
            write(terms, values);
            int endOfTerms = values.size();
            write(Maintenance.this.configuration, values);
            this.configuration = values.toByteArray();
            byte[] last = store.note(NOTE);
            this.isFirst = isFirst && last == null;
            int change = last == null ? 0 : Arrays.mismatch(last, configuration);
            this.isUnderOtherTerms = 0 <= change && change < endOfTerms;
            this.isDue = configuration.length > 0 && 0 <= change;
        }

        /** Migrates some states, and stores the configuration at the end. */
        void next() {
            if (!isDue) {
                return;
            }
            if (after == null && unfinished.isEmpty()) {
                store.note(NOTE, UNFINISHED);
            }
            Budget budget = new Budget(perCommit);
            if (!unfinished.isEmpty()) {
                goOn(budget);
            } else if (!isFirst) {
                after = store.visit(after, perCommit, state -> migrate(state, 0, budget));
            }
            if (after == null && unfinished.isEmpty()) {
                afterMigration.run();
                store.note(NOTE, configuration);
                isDue = false;
            }
        }

        private void goOn(Budget budget) {
            for (int left = unfinished.size(); left > 0 && !budget.isSpent(); left--) {
                Unfinished one = unfinished.remove();
                CacheEntry<S> state = store.find(one.key);
                if (state != null) {
                    migrate(state, one.page, budget);
                }
            }
        }

        private void migrate(CacheEntry<S> state, int from, Budget budget) {
            int next = isUnderOtherTerms ? recomputation.recompute(state, from, budget) : DONE;
            if (next == DONE) {
                migration.accept(state);
            } else {
                unfinished.add(new Unfinished(state.key(), next));
            }
        }

        /** Schedules a punctuation, which leads to commits even without records. */
        void schedule(TaskContext context) {
            if (isDue) {
                cancel = context.every(INTERVAL, this::cancelWhenDone);
            }
        }

        private void cancelWhenDone() {
            if (cancel != null && !isDue) {
                cancel.run();
            }
        }

        /** Writes a record of values, or null, in the order of its components. */
        @SuppressWarnings("unchecked") // the format of the record's own class
        static void write(@Nullable Record values, AvroOut out) {
            if (values != null) {
                ((RecordFormat<Record>) RecordFormat.of(values.getClass())).write(values, out);
            }
        }
    }

    /**
     * Visit of all states each time the event time has advanced by an interval, a few states at each commit. The due time is stored and
     * survives a restart; an unfinished visit is repeated after the next start.
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

        /** Returns the stored due time, but at most an interval from now, since the interval may have been longer. */
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

    /** Visit of all states within a refresh interval, a part at each of several commits. */
    final class RefreshRound {
        private static final int SLICES = 20;
        private static final int MIN_STATES = 1000;
        private static final Duration SHORTEST = Duration.ofMillis(50);

        private boolean isAllowed;
        private @Nullable String after;

        /** Schedules a part of the visit for every twentieth of the interval, at least 50 ms apart. */
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
