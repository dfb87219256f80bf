package io.fairstream.streams.runtime;

import io.fairstream.streams.avro.AvroOut;
import io.fairstream.streams.avro.RecordFormat;
import io.fairstream.streams.runtime.Maintenance.Budget;
import io.fairstream.streams.runtime.StageContext.TaskContext;
import io.fairstream.streams.runtime.WriteBackStore.CacheEntry;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Migration of all states after a start with a changed configuration, a few at each commit. If it does not finish, the next start repeats
 * it.
 */
final class ConfigMigration<S> {
    private static final String NOTE = "configuration";
    private static final byte[] UNFINISHED = {};
    private static final Duration INTERVAL = Duration.ofMillis(100);

    private final WriteBackStore<S, ?> store;
    private final Maintenance<S> maintenance;
    private final byte[] configuration;
    private final int perCommit;
    private final boolean isFirst;
    private final boolean isUnderOtherTerms;
    private final Queue<Unfinished> unfinished = new ArrayDeque<>();
    private boolean isDue;
    private TaskContext.@Nullable Repeated scheduled;
    private @Nullable String after;

    /** State that is partly recomputed, and its next page. */
    private record Unfinished(String key, int page) {}

    /**
     * @param perCommit maximum number of states, and of their pages, for each commit
     * @param isFirst whether no record was ever counted: without a stored configuration, too, there is no state yet
     */
    ConfigMigration(WriteBackStore<S, ?> store, Maintenance<S> maintenance, int perCommit, boolean isFirst) {
        this.store = store;
        this.maintenance = maintenance;
        this.perCommit = perCommit;
        AvroOut values = new AvroOut();
        write(maintenance.terms, values);
        int endOfTerms = values.size();
        write(maintenance.configuration, values);
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
            maintenance.afterMigration.run();
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
        int next = isUnderOtherTerms ? maintenance.recomputation.recompute(state, from, budget) : Maintenance.DONE;
        if (next == Maintenance.DONE) {
            maintenance.migration.accept(state);
        } else {
            unfinished.add(new Unfinished(state.key(), next));
        }
    }

    /** Schedules a punctuation, which leads to commits even without records. */
    void schedule(TaskContext context) {
        if (isDue) {
            scheduled = context.every(INTERVAL, this::cancelWhenDone);
        }
    }

    private void cancelWhenDone() {
        if (scheduled != null && !isDue) {
            scheduled.cancel();
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
