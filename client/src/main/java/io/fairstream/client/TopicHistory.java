package io.fairstream.client;

import io.fairstream.schemas.Topic;
import io.fairstream.schemas.registry.SchemaRegistries;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reader of a topic from its beginning to its end at the time of the call. */
public final class TopicHistory {
    private static final Logger LOG = LoggerFactory.getLogger(TopicHistory.class);
    private static final Duration POLL = Duration.ofMillis(200);

    private TopicHistory() {}

    /**
     * A committed record of a topic.
     *
     * @param at time of sending, milliseconds since 1970 UTC
     * @param key null for a record without a key
     * @param value null for a tombstone
     */
    public record PastRecord<V>(
            int partition,
            long offset,
            long at,
            @Nullable String key,
            @Nullable V value) {}

    /**
     * Passes on all committed records; within a partition, in order. Records of a transaction that is open at the time of the call, and
     * those after them, are not part of the history. Values that cannot be read are logged and left out.
     *
     * @return the number of values that could not be read
     * @throws IllegalStateException if there is no such topic
     */
    public static <V> long read(ClientConfig config, Topic<V> topic, Consumer<PastRecord<V>> records) {
        long unreadable = 0;
        try (RowSource source = new RowSource(config.kafka(), config.name(topic));
                Deserializer<V> values =
                        topic.serde(SchemaRegistries.from(config.registry())).deserializer()) {
            Map<TopicPartition, Long> ends = source.ends();
            while (ends.entrySet().stream().anyMatch(end -> source.position(end.getKey()) < end.getValue())) {
                for (ConsumerRecord<byte[], byte[]> record : source.poll(POLL)) {
                    TopicPartition partition = new TopicPartition(record.topic(), record.partition());
                    if (record.offset() < ends.getOrDefault(partition, 0L) && !pass(record, values, records)) {
                        unreadable++;
                    }
                }
            }
        }
        return unreadable;
    }

    private static <V> boolean pass(
            ConsumerRecord<byte[], byte[]> record, Deserializer<V> values, Consumer<PastRecord<V>> records) {
        V value;
        try {
            value = values.deserialize(record.topic(), record.value());
        } catch (SerializationException e) {
            LOG.warn("Skipped record, partition {} offset {}: {}", record.partition(), record.offset(), e.getMessage());
            return false;
        }
        byte[] key = record.key();
        String name = key == null ? null : RowTable.text(key);
        records.accept(new PastRecord<>(record.partition(), record.offset(), record.timestamp(), name, value));
        return true;
    }
}
