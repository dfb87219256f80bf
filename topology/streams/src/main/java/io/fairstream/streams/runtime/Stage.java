package io.fairstream.streams.runtime;

import io.fairstream.rules.Refused;
import io.fairstream.rules.journal.Cause;
import io.fairstream.rules.journal.Charge;
import io.fairstream.streams.state.StateCodec;
import io.fairstream.streams.state.WriteBackStore.CacheEntry;
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
    final Maintenance<S> begin(StageContext<E, S, P> begun) {
        out = begun;
        return maintenance();
    }

    /** Returns the operations available to the stage besides changing the state at hand. */
    protected final StageContext<E, S, P> out() {
        return Objects.requireNonNull(out, "begin comes first");
    }

    /** Codec of the stage's states; a new codec for each call. */
    public abstract StateCodec<S, P> codec();

    /**
     * Changes the state as an event says that is fine in itself.
     *
     * @param cause its record
     * @return the refusal for what is known besides, or null
     */
    protected @Nullable Refused apply(CacheEntry<S> state, E event, Cause cause) {
        throw new IllegalStateException(getClass() + " has no events");
    }

    /** Changes the state as it is without the decision of a key. */
    protected void withdraw(CacheEntry<S> state, String key, long timestamp) {
        throw new IllegalStateException(getClass() + " has no decisions");
    }

    /** Changes the state as a charge says. */
    protected void charge(CacheEntry<S> state, Charge charge) {
        throw new IllegalStateException(getClass() + " is not charged");
    }

    /** Writes the rows of a state that changed, before it is written itself. */
    protected void rows(CacheEntry<S> state) {}

    /** The maintenance of the stage's states; asked once, before the first input. */
    protected Maintenance<S> maintenance() {
        return new Maintenance<>();
    }
}
