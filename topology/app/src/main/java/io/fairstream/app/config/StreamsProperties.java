package io.fairstream.app.config;

import io.fairstream.app.config.PassedThrough.KafkaClient;
import io.fairstream.app.config.SettingsException.Problem;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.errors.ErrorHandlers.FailedRecordHandler;
import io.fairstream.streams.errors.ErrorHandlers.SafeTimestampExtractor;
import io.fairstream.streams.errors.ErrorHandlers.UnreadableBytesHandler;
import io.fairstream.streams.errors.ErrorHandlers.UnwritableRowHandler;
import io.fairstream.streams.errors.PoisonRecords.MarkSetAside;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.StreamsConfig;

/** Properties of Kafka Streams and of plain clients: ours first, overridden by the user's {@code kafka.*}. */
final class StreamsProperties {
    private static final Duration SHORTEST_TRANSACTION = Duration.ofSeconds(60);

    /** Streams adds it to the present time, so that {@link Long#MAX_VALUE} would be a deadline in the past. */
    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    /**
     * Few large batches, which contribute most of the throughput. They are uncompressed unless {@code kafka.compression.type} is set: the
     * topics are public, and not every client supports compression.
     */
    private static final Map<String, Object> PRODUCER_BATCHES = Map.of(
            ProducerConfig.COMPRESSION_TYPE_CONFIG, "none",
            ProducerConfig.LINGER_MS_CONFIG, "100",
            ProducerConfig.BATCH_SIZE_CONFIG, Integer.toString(256 << 10),
            ProducerConfig.RETRY_BACKOFF_MS_CONFIG, "20");

    private static final Map<String, Object> CONSUMER_BATCHES = Map.of(
            ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG,
            Integer.toString(4 << 20),
            ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
            "1000");

    private StreamsProperties() {}

    static Properties of(Settings settings) {
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, settings.applicationId());
        properties.put(
                StreamsConfig.BOOTSTRAP_SERVERS_CONFIG,
                settings.bootstrapServers().orElseThrow());
        properties.put(
                StreamsConfig.STATE_DIR_CONFIG, settings.get(Keys.STATE_DIR).toString());
        properties.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, settings.get(Keys.REPLICATION_FACTOR));
        guarantees(properties, settings);
        work(properties, settings);
        faults(properties, settings);
        metrics(properties);
        properties.putAll(settings.kafka());
        return properties;
    }

    /** Checks the transaction timeout: Kafka Streams refuses one shorter than the commit interval, but only at start. */
    static Optional<Problem> transactionProblem(Settings settings) {
        String key = ProducerConfig.TRANSACTION_TIMEOUT_CONFIG;
        long commit = settings.get(Keys.COMMIT_INTERVAL).toMillis();
        return settings.kafka().entrySet().stream()
                .filter(entry -> KafkaClient.withoutPrefix(entry.getKey()).equals(key))
                .filter(entry -> entry.getValue().matches("\\d{1,9}") && Long.parseLong(entry.getValue()) <= commit)
                .findFirst()
                .map(entry -> new Problem(
                        PassedThrough.KAFKA + entry.getKey(),
                        entry.getValue(),
                        "more than commit.interval, " + commit + " ms"));
    }

    private static void guarantees(Properties properties, Settings settings) {
        properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        properties.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(
                StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG,
                Topics.DEAD_LETTERS.in(settings.topicPrefix()));
        properties.put(StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG, UnreadableBytesHandler.class);
        properties.put(StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG, FailedRecordHandler.class);
        properties.put(
                StreamsConfig.mainConsumerPrefix(ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG),
                MarkSetAside.class.getName());
        properties.put(StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG, UnwritableRowHandler.class);
        properties.put(StreamsConfig.DEFAULT_TIMESTAMP_EXTRACTOR_CLASS_CONFIG, SafeTimestampExtractor.class);
    }

    /**
     * Sets threads, commits and batching. No task waits for another input: the order between topics has no effect, and checking it costs
     * time for every record.
     */
    private static void work(Properties properties, Settings settings) {
        properties.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, settings.get(Keys.THREADS));
        properties.put(
                StreamsConfig.COMMIT_INTERVAL_MS_CONFIG,
                settings.get(Keys.COMMIT_INTERVAL).toMillis());
        properties.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0L);
        properties.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, StreamsConfig.MAX_TASK_IDLE_MS_DISABLED);
        properties.put(StreamsConfig.BUFFERED_RECORDS_PER_PARTITION_CONFIG, 1000);
        properties.putAll(PRODUCER_BATCHES);
        properties.putAll(CONSUMER_BATCHES);
    }

    /**
     * Sets long timeouts. Instances detect at once that another one was killed, so the session may be longer than any pause of a live
     * instance. The transaction timeout outlives a temporary loss of brokers, because an aborted transaction loses local state. The next
     * heartbeat informs the instance that takes over.
     */
    private static void faults(Properties properties, Settings settings) {
        Duration transaction = settings.get(Keys.COMMIT_INTERVAL).multipliedBy(3);
        long millis = Math.max(SHORTEST_TRANSACTION.toMillis(), transaction.toMillis());
        properties.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, (int) millis);
        properties.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, 1);
        properties.put(StreamsConfig.TASK_TIMEOUT_MS_CONFIG, FOR_EVER.toMillis());
        String protocol = settings.kafka().getOrDefault(StreamsConfig.GROUP_PROTOCOL_CONFIG, "classic");
        if (protocol.equalsIgnoreCase("classic")) {
            properties.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, 10_000);
            properties.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, 500);
        }
    }

    /** Disables the metrics reporter of Kafka's clients, which adds seconds to a start; /metrics reads their metrics on request. */
    private static void metrics(Map<? super String, Object> properties) {
        properties.put(StreamsConfig.ENABLE_METRICS_PUSH_CONFIG, false);
        properties.put(StreamsConfig.METRIC_REPORTER_CLASSES_CONFIG, "");
    }

    static Map<String, Object> admin(Settings settings) {
        return client(settings, KafkaClient.ADMIN, StreamsConfig.ADMIN_CLIENT_PREFIX, Map.of());
    }

    static Map<String, Object> consumer(Settings settings) {
        Map<String, Object> ours = new HashMap<>(CONSUMER_BATCHES);
        ours.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        ours.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        ours.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        Map<String, Object> properties = client(settings, KafkaClient.CONSUMER, StreamsConfig.CONSUMER_PREFIX, ours);
        // This consumer is in no group, and the protocol "streams" is not allowed for it.
        properties.remove(ConsumerConfig.GROUP_PROTOCOL_CONFIG);
        return properties;
    }

    static Map<String, Object> producer(Settings settings) {
        Map<String, Object> ours = new HashMap<>(PRODUCER_BATCHES);
        ours.put(ProducerConfig.ACKS_CONFIG, "all");
        ours.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true");
        return client(settings, KafkaClient.PRODUCER, StreamsConfig.PRODUCER_PREFIX, ours);
    }

    /** Properties of a plain client: ours, overridden by the user's for all clients, then by the user's for this kind. */
    private static Map<String, Object> client(
            Settings settings, KafkaClient client, String prefix, Map<String, Object> ours) {
        Map<String, Object> properties = new HashMap<>(ours);
        metrics(properties);
        properties.put(
                CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG,
                settings.bootstrapServers().orElseThrow());
        properties.putAll(settings.kafka());
        properties.keySet().retainAll(client.definition().names());
        properties.putAll(Utils.entriesWithPrefix(settings.kafka(), prefix));
        return properties;
    }
}
