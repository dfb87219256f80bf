package io.fairstream.client;

import io.fairstream.schemas.registry.SchemaRegistries;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Consumer of a topic: all partitions from the beginning, committed records only, no group. */
final class RowSource implements AutoCloseable {
    private static final Map<String, Object> FAST = Map.of(
            ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, 4 << 20, ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 5000);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final List<TopicPartition> partitions;

    /**
     * Creates a consumer of all partitions from the beginning.
     *
     * @throws IllegalStateException if there is no such topic
     */
    RowSource(Map<String, ?> properties, String topic) {
        Map<String, Object> all = new HashMap<>(FAST);
        all.putAll(properties);
        all.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        all.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        all.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        all.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
        all.remove(ConsumerConfig.GROUP_ID_CONFIG);
        consumer = new KafkaConsumer<>(all, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        try {
            partitions = consumer.partitionsFor(topic).stream()
                    .sorted(Comparator.comparingInt(PartitionInfo::partition))
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            if (partitions.isEmpty()) {
                throw new IllegalStateException("topic " + topic + ": no such topic (expected: an existing one)");
            }
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
        } catch (RuntimeException e) {
            consumer.close(CloseOptions.timeout(Duration.ZERO));
            throw e;
        }
    }

    List<TopicPartition> partitions() {
        return partitions;
    }

    /** Polls new records; throws {@link OffsetOutOfRangeException} when the next record to read no longer exists. */
    ConsumerRecords<byte[], byte[]> poll(Duration atMost) {
        ConsumerRecords<byte[], byte[]> records = consumer.poll(atMost);
        SchemaRegistries.recordsWereRead();
        return records;
    }

    /** Returns the last stable offset of each partition: all transactions before it are complete. */
    Map<TopicPartition, Long> ends() {
        return consumer.endOffsets(partitions);
    }

    void restart(Collection<TopicPartition> lost) {
        consumer.seekToBeginning(lost);
    }

    /**
     * Returns true if all committed records have been read, as far as the broker has reported. This position is the end of a
     * commit: each partition has one writer, so that all records before belong to completed transactions.
     */
    boolean isAtEndOfCommit(TopicPartition partition) {
        OptionalLong lag = consumer.currentLag(partition);
        return lag.isPresent() && lag.getAsLong() == 0;
    }

    long position(TopicPartition partition) {
        return consumer.position(partition);
    }

    void wakeup() {
        consumer.wakeup();
    }

    @Override
    public void close() {
        consumer.close(CloseOptions.timeout(Duration.ZERO));
    }
}
