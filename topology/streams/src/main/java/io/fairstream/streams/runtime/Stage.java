package io.fairstream.streams.runtime;

import io.fairstream.rules.Refused;
import io.fairstream.rules.journal.Cause;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Ledger;
import io.fairstream.streams.state.StateCodec;
import io.fairstream.streams.state.WriteBackStore.CacheEntry;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Operations of a stage on the state of one key: inputs change the state, and at each commit the rows of changed states are
 * written. {@link StageTask} does the rest, which is the same for all. A stage runs in Kafka Streams and in memory; each task has
 * its own.
 *
 * @param <E> an event of the topic that is the stage's own
 * @param <S> the state of a key, mutable
 * @param <P> a page of its history
 */
public abstract class Stage<E, S, P> {
    private @Nullable StageContext<E, S, P> out;

    /** Begins, before the first input. */
    final void begin(StageContext<E, S, P> begun) {
        out = begun;
        begin();
    }

    /** Returns the operations available to the stage besides changing the state at hand. */
    protected final StageContext<E, S, P> out() {
        return Objects.requireNonNull(out, "begin comes first");
    }

    /** Codec of the stage's states; a new codec for each call. */
    public abstract StateCodec<S, P> codec();

    /** Under which ledger its charges stand, or null if it charges nobody. */
    protected @Nullable Ledger ledger() {
        return null;
    }

    /** After how much event time {@link #tidy} sees all states again; zero for never. */
    protected Duration sweep() {
        return Duration.ZERO;
    }

    /** All configuration that its rows depend on; after a start under another {@link #renew} sees all states. */
    protected String configuration() {
        return "";
    }

    /** With what {@link #configuration} begins: what was summed under other terms is {@linkplain #sumAnew summed anew}. */
    protected String terms() {
        return "";
    }

    /** Interval at which {@link #refresh} sees each state, by the wall clock; zero for never. */
    protected Duration refresh() {
        return Duration.ZERO;
    }

    /** Begins, before the first input. */
    protected void begin() {}

    /** The key of the state that an event of a key changes. */
    protected String stateKey(String key) {
        return key;
    }

    /**
     * Changes the state as an event says that is fine in itself.
     *
     * @param cause its record
     * @return why it is refused for what is known besides, or null
     */
    protected @Nullable Refused apply(CacheEntry<S> state, E event, Cause cause) {
        throw new IllegalStateException(getClass() + " has no events");
    }

    /** Changes the state as it is without the decision of a key. */
    protected void withdraw(CacheEntry<S> state, String key, long timestamp) {
        throw new IllegalStateException(getClass() + " has no decisions");
    }

    /**
     * Checks a record of a topic that nobody but the topology writes.
     *
     * @throws io.fairstream.streams.errors.FailedRecordHandler.UnfitRecordException if the topology cannot have written it
     */
    protected void check(@Nullable String key, @Nullable E event) {}

    /** Changes the state as a charge says. */
    protected void charge(CacheEntry<S> state, Charge charge) {
        throw new IllegalStateException(getClass() + " is not charged");
    }

    /** Writes the rows of a state that changed, before it is written itself. */
    protected void rows(CacheEntry<S> state) {}

    /**
     * Returns true if no more input is expected for a state, so that it need not stay on the heap; a state that is needed again
     * is read again.
     */
    protected boolean isOver(S state) {
        return false;
    }

    /** Forgets what no longer matters. When exactly that happens changes no result. */
    protected void tidy(CacheEntry<S> state) {}

    /**
     * Sums a state anew that may have been summed under other terms, before {@link #renew}.
     *
     * @param from the page of its history with which to go on
     * @param budget how many pages may still be read and written before the next commit; is told of each
     * @return the page with which to go on at the next commit, or {@link ConfigMigration#DONE}
     */
    protected int sumAnew(CacheEntry<S> state, int from, ConfigMigration.Budget budget) {
        return ConfigMigration.DONE;
    }

    /** Brings a state under today's configuration. */
    protected void renew(CacheEntry<S> state) {}

    /** All states are under today's configuration. */
    protected void renewed() {}

    /** Writes the rows of a state that are stale, though nothing changed it. */
    protected void refresh(CacheEntry<S> state) {}

    /** Writes what concerns the task as a whole, once per commit. */
    protected void commit() {}
}
