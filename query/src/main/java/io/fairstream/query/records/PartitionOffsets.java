package io.fairstream.query.records;

import io.fairstream.schemas.registry.SchemaRegistries;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/** Offsets by partition. */
public record PartitionOffsets(Map<TopicPartition, Long> offsets) {
    private static final Duration POLL = Duration.ofMillis(200);
    /** Longest wait for an open transaction. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    public PartitionOffsets {
        offsets = Map.copyOf(offsets);
    }

    public Set<TopicPartition> partitions() {
        return offsets.keySet();
    }

    /**
     * Returns the partition's offset.
     *
     * @throws IllegalArgumentException if it has none
     */
    public long of(TopicPartition partition) {
        Long offset = offsets.get(partition);
        if (offset == null) {
            throw new IllegalArgumentException(partition + " (expected: one of " + partitions() + ")");
        }
        return offset;
    }

    /** Returns the partition's offset, or {@code otherwise} if it has none. */
    public long of(TopicPartition partition, long otherwise) {
        return offsets.getOrDefault(partition, otherwise);
    }

    /**
     * Passes on all records of the consumer, which has these partitions, before these offsets; within a partition, in order.
     *
     * @param isStopped checked between batches; if true, reading returns before the ends
     * @return whether it reached the ends
     * @throws Failure if a transaction stays open before an end
     */
    boolean read(
            KafkaConsumer<String, byte[]> from,
            BooleanSupplier isStopped,
            Consumer<ConsumerRecord<String, byte[]>> records) {
        Set<TopicPartition> pending = new HashSet<>(partitions());
        pending.removeIf(partition -> from.position(partition) >= of(partition));
        long lastMove = System.nanoTime();
        while (!pending.isEmpty()) {
            if (isStopped.getAsBoolean()) {
                return false;
            }
            ConsumerRecords<String, byte[]> batch = from.poll(POLL);
            SchemaRegistries.recordsWereRead();
            for (ConsumerRecord<String, byte[]> record : batch) {
                if (record.offset() < of(new TopicPartition(record.topic(), record.partition()))) {
                    records.accept(record);
                }
            }
            boolean moved = pending.removeIf(partition -> from.position(partition) >= of(partition));
            if (moved || !batch.isEmpty()) {
                lastMove = System.nanoTime();
            } else if (System.nanoTime() - lastMove > PATIENCE.toNanos()) {
                throw stuck(pending.iterator().next(), from);
            }
        }
        return true;
    }

    private static Failure stuck(TopicPartition partition, KafkaConsumer<?, ?> from) {
        return new Failure(String.format(
                "%s: no committed record beyond offset %d for %d s: a transaction is open (expected: its "
                        + "writer ends it, or Kafka after transaction.timeout.ms)",
                partition, from.position(partition), PATIENCE.toSeconds()));
    }
}
