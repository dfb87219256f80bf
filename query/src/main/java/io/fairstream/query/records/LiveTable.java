package io.fairstream.query.records;

import io.fairstream.schemas.Topic;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.ToLongFunction;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/** The latest rows of one topic. One thread adds records, others read. */
final class LiveTable<V> {
    private final Topic<V> topic;
    private final Deserializer<V> values;
    private final CompletableFuture<Void> complete = new CompletableFuture<>();
    private final Map<String, Row<V>> rows = new HashMap<>();
    private final Map<TopicPartition, Long> missing = new HashMap<>();
    private boolean isBegun;
    private @Nullable List<Row<V>> snapshot;
    private long version;

    LiveTable(Topic<V> topic, Deserializer<V> values) {
        this.topic = topic;
        this.values = values;
    }

    Topic<V> topic() {
        return topic;
    }

    /** Completes when the table contains everything that was in the topic when it was first requested. */
    CompletableFuture<Void> complete() {
        return complete;
    }

    /** Sets the end offsets of the topic when it was first requested. */
    void begin(Map<TopicPartition, Long> ends) {
        missing.putAll(ends);
        isBegun = true;
    }

    /** Adds a record; an unreadable value is skipped, as in the topology. Readers do not wait while the registry is asked for a schema. */
    void take(ConsumerRecord<String, byte[]> record) {
        byte[] bytes = record.value();
        try {
            put(record, bytes == null ? null : values.deserialize(record.topic(), bytes));
        } catch (KafkaException e) {
            if (!(e instanceof SerializationException)) {
                throw e;
            }
        } catch (RuntimeException | StackOverflowError e) {
            return; // a deserializer of the site's says so in its own way
        }
    }

    private synchronized void put(ConsumerRecord<String, byte[]> record, @Nullable V value) {
        if (value == null) {
            rows.remove(record.key());
        } else {
            rows.put(
                    record.key(),
                    new Row<>(record.key(), value, record.partition(), record.offset(), record.headers()));
        }
        snapshot = null;
        version++;
    }

    /** Checks whether the table has become complete. */
    void look(ToLongFunction<TopicPartition> position) {
        if (isBegun && !complete.isDone()) {
            Set<TopicPartition> pending = new HashSet<>(missing.keySet());
            pending.removeIf(partition -> position.applyAsLong(partition) >= missing.getOrDefault(partition, 0L));
            missing.keySet().retainAll(pending);
            if (missing.isEmpty()) {
                complete.complete(null);
            }
        }
    }

    /** Returns a consistent snapshot of all rows. */
    synchronized Collection<Row<V>> rows() {
        List<Row<V>> current = snapshot;
        if (current == null) {
            current = List.copyOf(new ArrayList<>(rows.values()));
            snapshot = current;
        }
        return current;
    }

    /** Returns a number that differs after each change. */
    synchronized long version() {
        return version;
    }
}
