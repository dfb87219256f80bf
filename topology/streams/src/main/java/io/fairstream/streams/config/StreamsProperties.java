package io.fairstream.streams.config;

import io.fairstream.schemas.Topics;
import io.fairstream.streams.errors.FailedRecordHandler;
import io.fairstream.streams.errors.PoisonRecords.MarkSetAside;
import io.fairstream.streams.errors.SafeTimestampExtractor;
import io.fairstream.streams.errors.UnreadableBytesHandler;
import io.fairstream.streams.errors.UnwritableRowHandler;
import java.time.Duration;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;

/** Properties of Kafka Streams: ours first, the user's {@code kafka.*} over them. */
final class StreamsProperties {
    private static final Duration SHORTEST_TRANSACTION = Duration.ofSeconds(60);

    private StreamsProperties() {}

    static Properties of(Settings settings) {
        Properties properties = new Properties();
        identity(properties, settings);
        guarantees(properties, settings);
        work(properties, settings);
        faults(properties, settings);
        metrics(properties);
        properties.putAll(settings.kafka());
        return properties;
    }

    /** A transaction that may not last from one commit to the next is refused by Kafka Streams only at start. */
    static Optional<Problem> transactionProblem(Settings settings) {
        String key = ProducerConfig.TRANSACTION_TIMEOUT_CONFIG;
        long commit = settings.commitInterval().toMillis();
        return settings.kafka().entrySet().stream()
                .filter(entry -> KafkaClient.withoutPrefix(entry.getKey()).equals(key))
                .filter(entry -> entry.getValue().matches("\\d{1,9}") && Long.parseLong(entry.getValue()) <= commit)
                .findFirst()
                .map(entry -> new Problem(
                        PassedThrough.KAFKA + entry.getKey(),
                        entry.getValue(),
                        "more than commit.interval, " + commit + " ms"));
    }

    private static void identity(Properties properties, Settings settings) {
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, settings.applicationId());
        properties.put(
                StreamsConfig.BOOTSTRAP_SERVERS_CONFIG,
                settings.bootstrapServers().orElseThrow());
        properties.put(StreamsConfig.STATE_DIR_CONFIG, settings.stateDirectory().toString());
        properties.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, (int) settings.replicationFactor());
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

    /** No task waits for another input: the order between topics decides nothing, and asking about it costs time on every record. */
    private static void work(Properties properties, Settings settings) {
        properties.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, settings.threads());
        properties.put(
                StreamsConfig.COMMIT_INTERVAL_MS_CONFIG,
                settings.commitInterval().toMillis());
        properties.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0L);
        properties.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, StreamsConfig.MAX_TASK_IDLE_MS_DISABLED);
        properties.put(StreamsConfig.BUFFERED_RECORDS_PER_PARTITION_CONFIG, 1000);
        properties.putAll(Batching.PRODUCER);
        properties.putAll(Batching.CONSUMER);
    }

    /**
     * The others do not wait for time-outs where they see that an instance was killed; so the session may be longer than any
     * pause of one that lives, and a transaction outlives brokers that are away for a while: with one that is aborted local state
     * is lost. Who is to go on hears of it with the next heartbeat.
     */
    private static void faults(Properties properties, Settings settings) {
        Duration transaction = settings.commitInterval().multipliedBy(3);
        long millis = Math.max(SHORTEST_TRANSACTION.toMillis(), transaction.toMillis());
        properties.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, (int) millis);
        properties.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, 1);
        properties.put(StreamsConfig.TASK_TIMEOUT_MS_CONFIG, Long.MAX_VALUE);
        String protocol = settings.kafka().getOrDefault(StreamsConfig.GROUP_PROTOCOL_CONFIG, "classic");
        if (protocol.equalsIgnoreCase("classic")) {
            properties.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, 10_000);
            properties.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, 500);
        }
    }

    /**
     * Turns off the metrics reporting of Kafka's clients, which costs seconds of a start; /metrics reads their metrics on
     * request.
     */
    private static void metrics(Properties properties) {
        properties.put(StreamsConfig.ENABLE_METRICS_PUSH_CONFIG, false);
        properties.put(StreamsConfig.METRIC_REPORTER_CLASSES_CONFIG, "");
    }
}
