package io.fairstream.query.records;

import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Decoder of a topic's records to rows. Unreadable values are skipped, as the topology skips them, so that a foreign
 * record hides no others. Of a topic that the topology writes, at least one must be readable; otherwise the registry is
 * the wrong one. A reader that computes also skips values that only a foreign program writes. Not thread-safe.
 *
 * @param <V> the topic's values
 */
final class DecodedRecords<V> {
    private final Deserializer<V> values;
    private final Predicate<V> isWanted;
    private final boolean mayAllBeUnreadable;
    private boolean hasRead;
    private @Nullable SerializationException first;

    /** @param isWanted predicate of readable values; others are skipped, too */
    DecodedRecords(Topic<V> topic, Deserializer<V> values, Predicate<V> isWanted) {
        this.values = values;
        this.isWanted = isWanted;
        this.mayAllBeUnreadable = Topics.inputs().contains(topic);
    }

    /** Returns the row of a record; empty if its value is unreadable. */
    Optional<Row<V>> row(ConsumerRecord<String, byte[]> record) {
        byte[] bytes = record.value();
        Optional<V> value = bytes == null ? Optional.empty() : value(record.topic(), bytes);
        return bytes != null && value.isEmpty()
                ? Optional.empty()
                : Optional.of(new Row<>(
                        record.key(), value.orElse(null), record.partition(), record.offset(), record.headers()));
    }

    /**
     * Returns true if the record replaces the value before. In topics written by others, a skipped value leaves the
     * previous one in force, as in the topology.
     */
    boolean replaces(ConsumerRecord<String, byte[]> record) {
        return !mayAllBeUnreadable || row(record).isPresent();
    }

    /** Returns true if a row with this value is not skipped. */
    boolean wants(@Nullable V value) {
        return value == null || isWanted.test(value);
    }

    /** Returns the value of these bytes if they are readable. */
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
     * Ends the decoding.
     *
     * @throws SerializationException if the topology wrote the records and none was readable
     */
    void end() {
        if (first != null && !hasRead && !mayAllBeUnreadable) {
            throw first;
        }
    }
}
