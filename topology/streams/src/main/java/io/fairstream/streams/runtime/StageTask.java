package io.fairstream.streams.runtime;

import io.fairstream.rules.EventTimes;
import io.fairstream.rules.Refused;
import io.fairstream.rules.journal.Cause;
import io.fairstream.rules.journal.Charge;
import io.fairstream.streams.state.WriteBackStore;
import io.fairstream.streams.state.WriteBackStore.CacheEntry;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One task of a stage: finds the state of an input's key, has the stage change it or refuses the input, and at each commit has it
 * write what changed. Sweeps, renewals after a change of the configuration, counts and rejections are the same for all stages.
 */
final class StageTask<E, S, P> implements WriteBackStore.Flush<S> {
    private static final int SWEPT_PER_COMMIT = 2000;
    private static final int RENEWED_PER_COMMIT = 10_000;

    private final Stage<E, S, P> stage;
    private final TaskContext context;
    private final WriteBackStore<S, P> store;
    private final @Nullable InputAccounting<E> outcomes;
    private final ExpirySweep sweep;
    private final ConfigMigration<S> renewal;
    private final Refreshing refreshing;

    /**
     * @param feed the topic that is the stage's own; null if nobody but the topology writes what it reads
     * @param store opened
     */
    StageTask(
            Stage<E, S, P> stage,
            @Nullable StageInput<E> feed,
            TopologyConfig accounting,
            TaskContext context,
            WriteBackStore<S, P> store) {
        this.stage = stage;
        this.context = context;
        this.store = store;
        outcomes = feed == null ? null : new InputAccounting<>(feed, accounting.topic(feed.topic()), context, store);
        sweep = new ExpirySweep(stage.sweep(), SWEPT_PER_COMMIT);
        renewal = new ConfigMigration<>(
                store,
                stage.configuration(),
                stage.terms(),
                Math.min(RENEWED_PER_COMMIT, accounting.heap().changedEntries()),
                outcomes == null || outcomes.isFirst());
        renewal.schedule(context);
        refreshing = new Refreshing(stage.refresh());
        refreshing.schedule(context);
        stage.begin(new StageContext<>(accounting, context, store, outcomes));
    }

    /** Takes in a charge. */
    void charge(Charge charge) {
        CacheEntry<S> state = store.slot(charge.account().name());
        stage.charge(state, charge);
        store.changed(state, charge.cause().sent());
        store.flushIfFull();
    }

    /** Takes in a record of the stage's own topic; a decision without a value is taken back. */
    void take(@Nullable String key, @Nullable E event, Cause cause) {
        Refused refused = null;
        if (outcomes == null) {
            stage.check(key, event);
        } else {
            refused = outcomes.refusal(key, event, cause);
        }
        if (refused == null) {
            refused = apply(Objects.requireNonNull(key), event, cause);
        }
        if (refused != null && outcomes != null) {
            outcomes.reject(key, event, cause, refused);
        }
        store.flushIfFull();
    }

    private @Nullable Refused apply(String key, @Nullable E event, Cause cause) {
        CacheEntry<S> state = store.slot(stage.stateKey(key));
        if (event == null) {
            stage.withdraw(state, key, cause.sent());
            return null;
        }
        return stage.apply(state, event, cause);
    }

    @Override
    public void publish(CacheEntry<S> state) {
        stage.rows(state);
    }

    @Override
    public boolean isOver(S state) {
        return stage.isOver(state);
    }

    @Override
    public void finish() {
        renewal.next(stage);
        refreshing.next(store, stage::refresh);
        sweep.next(outcomes == null ? EventTimes.NONE : outcomes.tally().newest(), store, stage::tidy);
        stage.commit();
        context.flushCharges();
        if (outcomes != null) {
            outcomes.finish();
        }
    }
}
