package io.fairstream.streams.runtime;

import io.fairstream.rules.Rejection;
import io.fairstream.rules.journal.Account;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.Charge.Ledger;
import io.fairstream.schemas.Topic;
import io.fairstream.streams.state.StateCodec;
import io.fairstream.streams.state.WriteBackStore.CacheEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Function;
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
     * Applies an event that passed its own checks.
     *
     * @param cause its record
     * @return the refusal, if the state contradicts the event; otherwise null
     */
    protected @Nullable Rejection apply(CacheEntry<S> state, E event, Cause cause) {
        throw new IllegalStateException(getClass() + " has no events");
    }

    /** Undoes the decision that has this key. */
    protected void withdraw(CacheEntry<S> state, String key, long timestamp) {
        throw new IllegalStateException(getClass() + " has no decisions");
    }

    /** Applies a charge to the account. */
    protected void charge(CacheEntry<S> state, Charge charge) {
        throw new IllegalStateException(getClass() + " is not charged");
    }

    /** Writes the rows of a changed state, before the state is stored. */
    protected void rows(CacheEntry<S> state) {}

    /** The maintenance of the stage's states; asked once, before the first input. */
    protected Maintenance<S> maintenance() {
        return new Maintenance<>();
    }

    /**
     * One line of the topology: a stage, what it reads and what it writes.
     *
     * @param name of the stage and of its store, so that it is data on disk
     * @param create makes the stage of a task
     * @param input checks and counts the records of the stage's own topic; null if nobody but the topology writes it, or there is none
     * @param reads the stage's own topic, or null
     * @param accounts the accounts of the journal whose charges it folds, or null if it folds none
     * @param ledger under which it charges others, or null if it charges nobody
     * @param check of a row that the topology wrote itself, which throws an UnfitRecordException for another; null for none
     * @param tables the topics it writes, apart from charges, rejections and counts
     */
    public record StageSpec<E>(
            String name,
            Function<TopologyConfig, Stage<E, ?, ?>> create,
            @Nullable StageInput<E> input,
            @Nullable Topic<?> reads,
            Account.@Nullable Kind accounts,
            @Nullable Ledger ledger,
            @Nullable BiConsumer<String, E> check,
            List<Output<?>> tables) {
        /** The same stage, which charges others under a ledger. */
        public StageSpec<E> charging(Ledger under) {
            return new StageSpec<>(name, create, input, reads, accounts, under, check, tables);
        }

        /** All topics it writes. */
        public List<Output<?>> outputs() {
            List<Output<?>> outputs = new ArrayList<>(tables);
            if (ledger != null) {
                outputs.add(Output.CHARGES);
            }
            if (input != null) {
                outputs.addAll(InputAccounting.OUTPUTS);
            }
            return outputs;
        }
    }
}
