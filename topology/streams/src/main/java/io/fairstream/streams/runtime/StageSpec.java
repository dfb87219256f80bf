package io.fairstream.streams.runtime;

import io.fairstream.rules.journal.Account;
import io.fairstream.schemas.Topic;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One line of the topology: a stage, what it reads and what it writes.
 *
 * @param name also of its store and, with that, data on disk
 * @param create makes the stage of a task
 * @param feed checks and counts the records of the stage's own topic; null if nobody but the topology writes it, or there is none
 * @param reads the stage's own topic, or null
 * @param accounts the accounts of the journal whose charges it folds, or null if it folds none
 * @param outputs the topics it writes, rejections and counts apart
 */
public record StageSpec<E, S, P>(
        String name,
        Function<TopologyConfig, Stage<E, S, P>> create,
        @Nullable StageInput<E> feed,
        @Nullable Topic<?> reads,
        Account.@Nullable Kind accounts,
        List<Output<?>> outputs) {}
