package io.fairstream.reports.records;

import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Records of a topic on their way to rows. A value that nobody can read is passed over, as it is by the topology, so that a stranger's
 * record hides no other. Of a topic that the topology writes at least one must be readable: else it is the registry that is the wrong
 * one. Used by one thread.
 *
 * @param <V> the topic's values
 */
final class DecodedRecords<V> {
    private final Deserializer<V> values;
    private final boolean mayAllBeUnreadable;
    private boolean hasRead;
    private @Nullable SerializationException first;

    DecodedRecords(Topic<V> topic, Deserializer<V> values) {
        this.values = values;
        this.mayAllBeUnreadable = Topics.inputs().contains(topic);
    }

    /** The row of a record; empty if nobody can read its value. */
    Optional<Row<V>> row(ConsumerRecord<String, byte[]> record) {
        byte[] bytes = record.value();
        Optional<V> value = bytes == null ? Optional.empty() : value(record.topic(), bytes);
        return bytes != null && value.isEmpty()
                ? Optional.empty()
                : Optional.of(new Row<>(
                        record.key(), value.orElse(null), record.partition(), record.offset(), record.headers()));
    }

    /** The value of these bytes, if somebody can read them. */
    Optional<V> value(String topic, byte[] bytes) {
        try {
            V value = values.deserialize(topic, bytes);
            hasRead = true;
            return Optional.of(value);
        } catch (SerializationException e) {
            first = first == null ? e : first;
            return Optional.empty();
        }
    }

    /**
     * All records have come.
     *
     * @throws SerializationException if it was the topology that wrote them, and none could be read
     */
    void end() {
        if (first != null && !hasRead && !mayAllBeUnreadable) {
            throw first;
        }
    }
}
