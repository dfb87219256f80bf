package io.fairstream.streams.stage;

import io.fairstream.rules.journal.Charge;
import org.jspecify.annotations.Nullable;

/**
 * What reaches a stage, of a record's key.
 *
 * @param <E> an event
 */
public sealed interface Input<E> {
    /** A record of the topic that is the stage's own; a decision without a value is taken back. */
    record Event<E>(@Nullable E value) implements Input<E> {}

    /** A charge of the journal, of its account. */
    record Charged<E>(Charge charge) implements Input<E> {}
}
