package io.fairstream.negotiator.view;

import io.fairstream.schemas.Topic;
import java.time.Instant;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;

/**
 * A table in which each row has its own instant and can be evaluated at any later one. The key is the first field of a row.
 *
 * @param evaluation evaluates a row at an instant that is not before its own
 * @param asOf returns the row's own instant
 */
record FollowedTable<R extends SpecificRecord>(
        Topic<R> topic, BiFunction<R, Instant, R> evaluation, Function<R, Instant> asOf) {
    /** Evaluates the row at the instant, or at its own if that is later. */
    R at(R row, Instant instant) {
        Instant own = asOf.apply(row);
        return evaluation.apply(row, instant.isBefore(own) ? own : instant);
    }
}
