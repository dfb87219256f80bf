package io.fairstream.streams.stage;

import io.fairstream.schemas.Topic;
import io.fairstream.streams.wire.FastAvroWriter;
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
    /** Chooses a partition of so many, from a row's key and the row; there is none if it is withdrawn. */
    public interface Choice<R> {
        int partition(String key, @Nullable R row, int partitions);
    }

    /** Partitioned as Java producers do, by the key. */
    static <R> Output<R> of(Topic<?> topic, FastAvroWriter<R> format) {
        return new Output<>(topic, format, null);
    }
}
