package io.fairstream.streams.config;

import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * Batching of records: few large batches, which give most of the throughput. They are not compressed unless
 * {@code kafka.compression.type} says so: the topics are for everybody, and not every client reads more than that.
 */
final class Batching {
    static final Map<String, Object> PRODUCER = Map.of(
            ProducerConfig.COMPRESSION_TYPE_CONFIG, "none",
            ProducerConfig.LINGER_MS_CONFIG, "100",
            ProducerConfig.BATCH_SIZE_CONFIG, Integer.toString(256 << 10),
            ProducerConfig.RETRY_BACKOFF_MS_CONFIG, "20");

    static final Map<String, Object> CONSUMER = Map.of(
            ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG,
            Integer.toString(4 << 20),
            ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
            "1000");

    private Batching() {}
}
