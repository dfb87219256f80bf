package io.fairstream.reports.records;

import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Records of a topic on their way to rows. A value that nobody can read is passed over, as it is by the topology, so that a stranger's
 * record hides no other. Of a topic that the topology writes at least one must be readable: else it is the registry that is the wrong
 * one. So is, where one computes, a value that only a stranger writes. Used by one thread.
 *
 * @param <V> the topic's values
 */
final class DecodedRecords<V> {
    private final Deserializer<V> values;
    private final Predicate<V> isWanted;
    private final boolean mayAllBeUnreadable;
    private boolean hasRead;
    private @Nullable SerializationException first;

    /** @param isWanted of a value that can be read; the others are passed over, too */
    DecodedRecords(Topic<V> topic, Deserializer<V> values, Predicate<V> isWanted) {
        this.values = values;
        this.isWanted = isWanted;
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

    /** In topics that others write, a value that is passed over leaves the one before in force, as in the topology. */
    boolean replaces(ConsumerRecord<String, byte[]> record) {
        return !mayAllBeUnreadable || row(record).isPresent();
    }

    /** Returns true if a row with this value is not passed over. */
    boolean wants(@Nullable V value) {
        return value == null || isWanted.test(value);
    }

    /** The value of these bytes, if somebody can read them. */
    Optional<V> value(String topic, byte[] bytes) {
        try {
            V value = values.deserialize(topic, bytes);
            hasRead = true;
            return Optional.of(value).filter(isWanted);
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
