package io.fairstream.nemesis;

import io.fairstream.app.config.Settings;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Committed records as they stand in topics. */
final class Records {
    private static final Duration POLL = Duration.ofMillis(100);

    private Records() {}

    /** Reads topics from their begin to their end at the time of the call; within a partition, in order. */
    static void read(Settings settings, Collection<String> topics, Consumer<ConsumerRecord<byte[], byte[]>> reader) {
        Map<String, Object> properties = new HashMap<>(settings.consumer());
        properties.put("isolation.level", "read_committed");
        properties.put("fetch.max.wait.ms", 20);
        KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        try {
            List<TopicPartition> partitions = topics.stream()
                    .flatMap(topic -> consumer.partitionsFor(topic).stream())
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(POLL).forEach(reader);
            }
        } finally {
            consumer.close(CloseOptions.timeout(Duration.ZERO));
        }
    }
}
