package io.fairstream.negotiator.view;

import io.fairstream.schemas.Topic;
import java.time.Instant;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;

/**
 * A table whose rows hold at an instant of their own and can be evaluated for any later one. The key is the first field of its rows.
 *
 * @param evaluation of a row at an instant that is not before its own
 * @param asOf the row's own instant
 */
record FollowedTable<R extends SpecificRecord>(
        Topic<R> topic, BiFunction<R, Instant, R> evaluation, Function<R, Instant> asOf) {
    /** The row at the instant, or at its own if that is later. */
    R at(R row, Instant instant) {
        Instant own = asOf.apply(row);
        return evaluation.apply(row, instant.isBefore(own) ? own : instant);
    }
}
