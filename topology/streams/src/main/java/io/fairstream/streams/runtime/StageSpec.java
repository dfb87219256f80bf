package io.fairstream.streams.runtime;

import io.fairstream.rules.journal.Account;
import io.fairstream.rules.journal.Ledger;
import io.fairstream.schemas.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One line of the topology: a stage, what it reads and what it writes.
 *
 * @param name also of its store and, with that, data on disk
 * @param create makes the stage of a task
 * @param input checks and counts the records of the stage's own topic; null if nobody but the topology writes it, or there is none
 * @param reads the stage's own topic, or null
 * @param accounts the accounts of the journal whose charges it folds, or null if it folds none
 * @param ledger under which it charges others, or null if it charges nobody
 * @param tables the topics it writes, apart from charges, rejections and counts
 */
public record StageSpec<E, S, P>(
        String name,
        Function<TopologyConfig, Stage<E, S, P>> create,
        @Nullable StageInput<E> input,
        @Nullable Topic<?> reads,
        Account.@Nullable Kind accounts,
        @Nullable Ledger ledger,
        List<Output<?>> tables) {
    /** The same stage, which charges others under a ledger. */
    public StageSpec<E, S, P> charging(Ledger under) {
        return new StageSpec<>(name, create, input, reads, accounts, under, tables);
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
