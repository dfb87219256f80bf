package io.fairstream.streams.runtime;

import io.fairstream.rules.Rejection;
import io.fairstream.rules.journal.Account;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.Charge.Ledger;
import io.fairstream.schemas.Topic;
import io.fairstream.streams.runtime.WriteBackStore.CacheEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Operations of a stage on the state of one key: inputs change the state, and at each commit the rows of changed states are written. {@link
 * StageTask} is the part that is common to all stages. A stage runs in Kafka Streams or in memory; each task has its own instance.
 *
 * @param <E> type of events of the stage's own topic
 * @param <S> the state of a key, mutable
 * @param <P> page of its history
 */
public abstract class Stage<E, S, P> {
    private @Nullable StageContext<E, S, P> out;

    /** Starts the stage, before the first input. */
    final Maintenance<S> begin(StageContext<E, S, P> begun) {
        out = begun;
        return maintenance();
    }

    protected final StageContext<E, S, P> out() {
        return Objects.requireNonNull(out, "begin comes first");
    }

    public abstract StateCodec<S, P> codec();

    /**
     * Applies an event that passed its checks.
     *
     * @param cause position of the event's record
     * @return the refusal, if the state contradicts the event; otherwise null
     */
    protected @Nullable Rejection apply(CacheEntry<S> state, E event, Cause cause) {
        throw new IllegalStateException(getClass() + " has no events");
    }

    /** Reverts the decision with this key. */
    protected void withdraw(CacheEntry<S> state, String key, long timestamp) {
        throw new IllegalStateException(getClass() + " has no decisions");
    }

    protected void charge(CacheEntry<S> state, Charge charge) {
        throw new IllegalStateException(getClass() + " is not charged");
    }

    /** Writes the rows of a changed state, before the state is stored. */
    protected void rows(CacheEntry<S> state) {}

    /** Maintenance of the stage's states; called once, before the first input. */
    protected Maintenance<S> maintenance() {
        return new Maintenance<>();
    }

    /**
     * Specification of a stage: its inputs and outputs.
     *
     * @param name of the stage and its store; stored on disk
     * @param create creates the stage of a task
     * @param input checks and counts the records of the stage's own topic; null if only the topology writes it, or there is none
     * @param accounts kind of accounts whose charges it folds, or null if it folds none
     * @param ledger ledger of its charges, or null if it charges nobody
     * @param tables output topics, apart from charges, rejections and counts
     */
    public record StageSpec<E>(
            String name,
            Function<TopologyConfig, Stage<E, ?, ?>> create,
            @Nullable StageInput<E> input,
            @Nullable Topic<?> reads,
            Account.@Nullable Kind accounts,
            @Nullable Ledger ledger,
            List<Output<?>> tables) {
        /** Copies this specification for a stage that charges others under a ledger. */
        public StageSpec<E> charging(Ledger under) {
            return new StageSpec<>(name, create, input, reads, accounts, under, tables);
        }

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
