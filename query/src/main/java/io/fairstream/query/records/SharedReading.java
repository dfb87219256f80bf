package io.fairstream.query.records;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;

/**
 * Reading of a topic by several threads, including the caller's, because decoding takes longer than fetching. The first
 * failure stops all threads and is thrown to the caller; an interrupt of the caller stops them, too.
 */
final class SharedReading {
    /** Limit of threads: more would only hold buffers. */
    private static final int MAX_THREADS = 4;

    private final PartitionOffsets begins;
    private final Function<PartitionOffsets, RowShare<ConsumerRecord<String, byte[]>>> shares;
    private final AtomicBoolean isStopped = new AtomicBoolean();

    /**
     * Creates the reading without starting it.
     *
     * @param begins first offsets; a partition without one is read from its beginning
     * @param shares creates the consumer of the records of partitions with these end offsets
     */
    SharedReading(
            PartitionOffsets begins, Function<PartitionOffsets, RowShare<ConsumerRecord<String, byte[]>>> shares) {
        this.begins = begins;
        this.shares = shares;
    }

    /**
     * Reads up to these offsets.
     *
     * @param own the caller's consumer
     * @param another creates a consumer for another thread
     * @throws InterruptException if the caller is interrupted
     */
    void run(
            PartitionOffsets ends, KafkaConsumer<String, byte[]> own, Supplier<KafkaConsumer<String, byte[]>> another) {
        List<PartitionOffsets> divided = divided(ends);
        CompletableFuture<Void> others = CompletableFuture.allOf(divided.stream()
                .skip(1)
                .map(share -> CompletableFuture.runAsync(() -> read(share, another)))
                .toArray(CompletableFuture<?>[]::new));
        try {
            read(divided.get(0), own);
            Void unused = result(others);
        } finally {
            isStopped.set(true);
            others.handle((done, failure) -> failure == null).join();
        }
    }

    /**
     * Waits for another thread's result; its failure is thrown as it is.
     *
     * @throws InterruptException if the caller is interrupted
     */
    static <T> T result(CompletableFuture<T> other) {
        try {
            return other.get();
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e.getCause());
        }
    }

    private static List<PartitionOffsets> divided(PartitionOffsets ends) {
        List<TopicPartition> partitions = ends.partitions().stream()
                .sorted(Comparator.comparingInt(TopicPartition::partition))
                .toList();
        int processors = Math.min(MAX_THREADS, Runtime.getRuntime().availableProcessors());
        int threads = Math.max(1, Math.min(processors, partitions.size()));
        List<Map<TopicPartition, Long>> divided = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            divided.add(new HashMap<>());
        }
        for (int i = 0; i < partitions.size(); i++) {
            TopicPartition partition = partitions.get(i);
            divided.get(i % threads).put(partition, ends.of(partition));
        }
        return divided.stream().map(PartitionOffsets::new).toList();
    }

    private void read(PartitionOffsets ends, Supplier<KafkaConsumer<String, byte[]>> another) {
        KafkaConsumer<String, byte[]> consumer = another.get();
        try {
            read(ends, consumer);
        } finally {
            consumer.close(CloseOptions.timeout(Duration.ZERO));
        }
    }

    private void read(PartitionOffsets ends, KafkaConsumer<String, byte[]> from) {
        boolean isDone = false;
        try (RowShare<ConsumerRecord<String, byte[]>> share = shares.apply(ends)) {
            from.assign(ends.partitions());
            ends.partitions().forEach(partition -> from.seek(partition, begins.of(partition, 0)));
            if (ends.read(from, isStopped::get, share::add)) {
                share.finish();
            }
            isDone = true;
        } finally {
            if (!isDone) {
                isStopped.set(true);
            }
        }
    }
}
