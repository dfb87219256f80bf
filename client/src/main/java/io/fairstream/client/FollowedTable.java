package io.fairstream.client;

import io.fairstream.schemas.Topic;
import java.time.Instant;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;

/**
 * A table, and the evaluation of its rows.
 *
 * @param isKeyFirst true if the key of a row is the row's first field
 * @param evaluation evaluates a row at an instant that is not before its own
 * @param asOf returns the row's own instant
 */
record FollowedTable<R extends SpecificRecord>(
        Topic<R> topic, boolean isKeyFirst, BiFunction<R, Instant, R> evaluation, Function<R, Instant> asOf) {
    /**
     * A table whose rows are the same at all instants.
     *
     * @throws IllegalArgumentException if the topic is no table: not compacted
     */
    static <R extends SpecificRecord> FollowedTable<R> ofRows(Topic<R> topic) {
        if (topic.cleanup() != Topic.Cleanup.COMPACT) {
            throw new IllegalArgumentException(topic.name() + ": not compacted (expected: a table)");
        }
        return new FollowedTable<>(topic, false, (row, instant) -> row, row -> Instant.EPOCH);
    }

    /** Evaluates the row at the instant, or at its own if that is later. */
    R at(R row, Instant instant) {
        Instant own = asOf.apply(row);
        return evaluation.apply(row, instant.isBefore(own) ? own : instant);
    }
}
