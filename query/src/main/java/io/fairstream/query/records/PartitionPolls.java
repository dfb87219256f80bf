package io.fairstream.query.records;

import io.fairstream.schemas.registry.SchemaRegistries;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/** Reads the partitions that a consumer is assigned to, up to given offsets. */
final class PartitionPolls {
    private static final Duration POLL = Duration.ofMillis(200);

    /** Longest wait for an open transaction. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private PartitionPolls() {}

    /**
     * Passes on all records before these offsets; within a partition, in order.
     *
     * @param isStopped checked between batches; if true, reading returns before the ends
     * @return whether it reached the ends
     * @throws Failure if a transaction stays open before an end
     */
    static boolean read(
            PartitionOffsets ends,
            KafkaConsumer<String, byte[]> from,
            BooleanSupplier isStopped,
            Consumer<ConsumerRecord<String, byte[]>> records) {
        Set<TopicPartition> pending = new HashSet<>(ends.partitions());
        pending.removeIf(partition -> from.position(partition) >= ends.of(partition));
        long lastMove = System.nanoTime();
        while (!pending.isEmpty()) {
            if (isStopped.getAsBoolean()) {
                return false;
            }
            ConsumerRecords<String, byte[]> batch = from.poll(POLL);
            SchemaRegistries.recordsWereRead();
            for (ConsumerRecord<String, byte[]> record : batch) {
                if (record.offset() < end(record, ends)) {
                    records.accept(record);
                }
            }
            boolean moved = pending.removeIf(partition -> from.position(partition) >= ends.of(partition));
            if (moved || !batch.isEmpty()) {
                lastMove = System.nanoTime();
            } else if (System.nanoTime() - lastMove > PATIENCE.toNanos()) {
                throw stuck(pending.iterator().next(), from);
            }
        }
        return true;
    }

    private static long end(ConsumerRecord<?, ?> record, PartitionOffsets ends) {
        return ends.of(new TopicPartition(record.topic(), record.partition()));
    }

    private static Failure stuck(TopicPartition partition, KafkaConsumer<?, ?> from) {
        return new Failure(String.format(
                "%s: no committed record beyond offset %d for %d s: a transaction is open (expected: its "
                        + "writer ends it, or Kafka after transaction.timeout.ms)",
                partition, from.position(partition), PATIENCE.toSeconds()));
    }
}
