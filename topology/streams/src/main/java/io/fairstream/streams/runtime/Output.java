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

/** Topic that stages write, with the format of its rows and the choice of a row's partition. */
public record Output<R>(
        Topic<?> topic, FastAvroWriter<R> format, @Nullable Choice<R> partitioning) {
    public static final Output<ChargeBlockBuilder> CHARGES = new Output<>(
            Topics.CHARGES,
            new ChargeBlockFormat(),
            (key, block, partitions) -> Objects.requireNonNull(block).partition());

    /** Topics that the topology writes and reads back. */
    private static final Set<Topic<?>> READ_BACK = Set.of(Topics.CHARGES, Topics.ASSOCIATION_USAGE, Topics.BALANCES);

    /** Choice of a partition from a row's key, the row (null if it is deleted) and the number of partitions. */
    public interface Choice<R> {
        int partition(String key, @Nullable R row, int partitions);
    }

    public String node(String stage) {
        return stage + "-writes-" + topic.name();
    }

    /** Output with the key's default partition, as Java producers choose it. */
    public static <R> Output<R> of(Topic<?> topic, FastAvroWriter<R> format) {
        return new Output<>(topic, format, null);
    }

    /** Output of rows in the format of their components, with the key's default partition. */
    public static <R extends Record> Output<R> of(Topic<?> topic, Class<R> row) {
        return of(topic, new RecordFormat<>(row, topic));
    }

    public static boolean isReadBack(Topic<?> topic) {
        return READ_BACK.contains(topic);
    }
}
