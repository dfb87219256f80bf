package io.fairstream.streams.wire;

import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a topic that the topology writes and reads back. A record of its own was readable when it was written, so one that is not is no
 * dead letter: reading fails, and again until the registry gives the schema or somebody mends it. Records that somebody else wrote are
 * known by the header that they lack; whoever may write here and copies it can hold the topology up, and could charge anybody anyway.
 *
 * @param values without regard to who wrote them
 * @param mark name of the header that the topology's own records have
 */
public record OwnRecords<T>(Deserializer<T> values, String mark) implements Deserializer<T> {
    /** A record of the topology's own that cannot be read. */
    public static final class UnreadableException extends KafkaException {
        private static final long serialVersionUID = 1L;

        UnreadableException(String message, RuntimeException cause) {
            super(message, cause);
        }
    }

    @Override
    public @Nullable T deserialize(String topic, byte @Nullable [] data) {
        return values.deserialize(topic, data);
    }

    @Override
    public @Nullable T deserialize(String topic, Headers headers, byte @Nullable [] data) {
        try {
            return values.deserialize(topic, headers, data);
        } catch (RuntimeException e) {
            if (headers.lastHeader(mark) == null) {
                throw e;
            }
            throw new UnreadableException(
                    topic + ": a record of the topology's own cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        values.close();
    }
}
