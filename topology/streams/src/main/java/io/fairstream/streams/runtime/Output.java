package io.fairstream.streams.runtime;

import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.avro.FastAvroWriter;
import io.fairstream.streams.avro.RecordFormat;
import io.fairstream.streams.journal.ChargeBlockBuilder;
import io.fairstream.streams.journal.ChargeBlockBuilder.ChargeBlockFormat;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A topic that stages write.
 *
 * @param <R> a row
 * @param format of the values
 * @param partitioning how a row finds its partition
 */
public record Output<R>(
        Topic<?> topic, FastAvroWriter<R> format, @Nullable Choice<R> partitioning) {
    /** The journal. */
    public static final Output<ChargeBlockBuilder> CHARGES = new Output<>(
            Topics.CHARGES,
            new ChargeBlockFormat(),
            (key, block, partitions) -> Objects.requireNonNull(block).partition());

    /** Topics that the topology writes and reads back. */
    private static final Set<Topic<?>> READ_BACK = Set.of(Topics.CHARGES, Topics.ASSOCIATION_USAGE, Topics.BALANCES);

    /** Chooses a partition of so many, from a row's key and the row; there is none if it is withdrawn. */
    public interface Choice<R> {
        int partition(String key, @Nullable R row, int partitions);
    }

    /** Partitioned as Java producers do, by the key. */
    public static <R> Output<R> of(Topic<?> topic, FastAvroWriter<R> format) {
        return new Output<>(topic, format, null);
    }

    /** Rows that are written as their components stand; partitioned by the key. */
    public static <R extends Record> Output<R> of(Topic<?> topic, Class<R> row) {
        return of(topic, new RecordFormat<>(row, topic));
    }

    /** Returns true if the topology reads the topic back. */
    public static boolean isReadBack(Topic<?> topic) {
        return READ_BACK.contains(topic);
    }
}
