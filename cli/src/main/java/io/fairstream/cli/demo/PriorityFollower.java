package io.fairstream.cli.demo;

import io.fairstream.app.config.Settings;
import io.fairstream.query.records.Undisturbed;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.PriorityAt;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.registry.SchemaRegistries;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Follows the table of priorities. */
final class PriorityFollower implements AutoCloseable {
    private final KafkaConsumer<String, Priority> consumer;
    private final Map<String, Priority> rows = new HashMap<>();

    PriorityFollower(Settings settings) {
        consumer = new KafkaConsumer<>(
                settings.consumer(),
                new StringDeserializer(),
                Topics.PRIORITIES
                        .serde(SchemaRegistries.from(settings.registry()))
                        .deserializer());
        String topic = Topics.PRIORITIES.in(settings.topicPrefix());
        List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                .map(info -> new TopicPartition(topic, info.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    /** Reads rows that arrive within this time. */
    void poll(Duration atMost) {
        for (ConsumerRecord<String, Priority> record : consumer.poll(atMost)) {
            if (record.value() == null) {
                rows.remove(record.key());
            } else {
                rows.put(record.key(), record.value());
            }
        }
    }

    /** Reads up to the current end of the topic. */
    void readToEnd() {
        Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            poll(Duration.ofMillis(100));
        }
    }

    /** Time of the newest row; empty if there are no rows. */
    Optional<Instant> newest() {
        return rows.values().stream().map(Priority::getAsOf).max(Comparator.naturalOrder());
    }

    /** All rows evaluated at that instant, which must not be before {@link #newest}; the best effective priority first. */
    List<Priority> at(Instant instant) {
        return rows.values().stream()
                .map(row -> PriorityAt.evaluate(row, instant))
                .sorted(Comparator.comparingDouble(Priority::getEffectivePriority)
                        .thenComparing(Priority::getCustomer))
                .toList();
    }

    @Override
    public void close() {
        Undisturbed.run(consumer::close);
    }
}
