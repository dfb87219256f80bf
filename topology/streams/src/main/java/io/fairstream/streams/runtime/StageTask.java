package io.fairstream.streams.runtime;

import io.fairstream.rules.EventTimes;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.errors.ErrorHandlers.UnfitRecordException;
import io.fairstream.streams.runtime.Stage.StageSpec;
import io.fairstream.streams.runtime.StageContext.TaskContext;
import io.fairstream.streams.runtime.WriteBackStore.CacheEntry;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Task of a stage: finds the state of an input's key, lets the stage change it or refuse the input, and lets it write changed rows at each
 * commit. Maintenance, counts and rejections are the same for all stages.
 */
final class StageTask<E, S, P> implements WriteBackStore.Flush<S> {
    private static final int MIGRATED_PER_COMMIT = 10_000;

    private final Stage<E, S, P> stage;
    private final TaskContext context;
    private final WriteBackStore<S, P> store;
    private final @Nullable InputAccounting<E> accounting;
    /** True if another stage checks and counts the records of the topic. */
    private final boolean isCheckedElsewhere;

    private final UnaryOperator<String> stateKey;
    private final Maintenance<S> maintenance;
    private final Maintenance<S>.ExpirySweep sweep;
    private final Maintenance<S>.ConfigMigration migration;
    private final Maintenance<S>.RefreshRound refreshRound;

    /** @param store already opened */
    StageTask(
            Stage<E, S, P> stage,
            StageSpec<E> spec,
            TopologyConfig config,
            TaskContext context,
            WriteBackStore<S, P> store) {
        this.stage = stage;
        this.context = context;
        this.store = store;
        StageInput<E> input = spec.input();
        accounting = input == null ? null : new InputAccounting<>(input, config.topic(input.topic()), context, store);
        isCheckedElsewhere =
                input == null && spec.reads() != null && Topics.inputs().contains(spec.reads());
        UnaryOperator<String> part = input == null ? null : input.partitioning().part();
        stateKey = part == null ? UnaryOperator.identity() : part;
        maintenance = stage.begin(new StageContext<>(config, context, store, accounting));
        sweep = maintenance.new ExpirySweep();
        int perCommit = Math.min(MIGRATED_PER_COMMIT, config.heap().changedEntries());
        boolean isFirst = accounting == null || accounting.isFirst();
        migration = maintenance.new ConfigMigration(store, perCommit, isFirst);
        migration.schedule(context);
        refreshRound = maintenance.new RefreshRound();
        refreshRound.schedule(context);
    }

    void charge(Charge charge) {
        CacheEntry<S> state = store.slot(charge.account().name());
        stage.charge(state, charge);
        store.changed(state, charge.cause().sent());
        store.flushIfFull();
    }

    /** Processes a record of the stage's own topic; a decision without a value is deleted. */
    void take(@Nullable String key, @Nullable E event, Cause cause) {
        Rejection refused = accounting == null ? null : accounting.refusal(key, event, cause);
        if (refused == null) {
            refused = apply(key, event, cause);
        }
        if (refused != null && accounting != null) {
            accounting.reject(key, event, cause, refused);
        }
        store.flushIfFull();
    }

    private @Nullable Rejection apply(@Nullable String key, @Nullable E event, Cause cause) {
        if (key == null && isCheckedElsewhere) {
            return null;
        } else if (key == null) {
            throw new UnfitRecordException("key: null (expected: that of a row)");
        }
        CacheEntry<S> state = store.slot(stateKey.apply(key));
        try {
            if (event == null) {
                stage.withdraw(state, key, cause.sent());
                return null;
            }
            return stage.apply(state, event, cause);
        } finally {
            store.removeIfUnused(state);
        }
    }

    @Override
    public void publish(CacheEntry<S> state) {
        stage.rows(state);
    }

    @Override
    public boolean isOver(S state) {
        return maintenance.isOver.test(state);
    }

    @Override
    public void finish() {
        migration.next();
        refreshRound.next(store);
        sweep.next(accounting == null ? EventTimes.NONE : accounting.counts().newest(), store);
        maintenance.atCommit.run();
        context.flushCharges();
        if (accounting != null) {
            accounting.finish();
        }
    }
}
