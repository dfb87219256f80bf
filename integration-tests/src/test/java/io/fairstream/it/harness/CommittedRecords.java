package io.fairstream.it.harness;

import io.fairstream.app.config.Settings;
import io.fairstream.schemas.Topic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Reads a topic from its begin to the end of what is committed now. */
final class CommittedRecords<V> implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(200);

    private final KafkaConsumer<String, V> consumer;
    private final List<TopicPartition> partitions;

    CommittedRecords(Settings settings, Topic<V> topic, Serde<V> values) {
        consumer = new KafkaConsumer<>(settings.consumer(), new StringDeserializer(), values.deserializer());
        partitions = consumer.partitionsFor(topic.in(settings.topicPrefix())).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
    }

    void forEach(Consumer<ConsumerRecord<String, V>> reader) {
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            consumer.poll(POLL).forEach(reader);
        }
    }

    @Override
    public void close() {
        // the last fetch waits for records that nobody needs any more
        consumer.close(CloseOptions.timeout(Duration.ZERO));
    }
}
