package io.fairstream.app.config;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.streams.errors.ErrorHandlers.UnreadableBytesHandler;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KafkaPropertiesTest {

    @Test
    void streamsRunExactlyOnceWithDeadLettersAndLargeBatches() {
        Properties properties = settings("topic.prefix", "site.").streams();
        StreamsConfig config = new StreamsConfig(properties);
        assertEquals("exactly_once_v2", config.getString(StreamsConfig.PROCESSING_GUARANTEE_CONFIG));
        assertEquals(true, config.getBoolean(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG));
        assertEquals("site.dead-letters", config.getString(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG));
        assertEquals(
                UnreadableBytesHandler.class,
                config.getClass(StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG));
        assertEquals(0L, config.getLong(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG));
        assertEquals(500L, config.getLong(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG));
        assertEquals(1, config.getInt(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG));
        Map<String, Object> producer = config.getProducerConfigs("client");
        assertEquals("none", producer.get(ProducerConfig.COMPRESSION_TYPE_CONFIG));
        assertEquals("100", producer.get(ProducerConfig.LINGER_MS_CONFIG));
        assertEquals(-1L, config.getLong(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG));
        assertEquals("262144", producer.get(ProducerConfig.BATCH_SIZE_CONFIG));
        assertEquals(60_000, producer.get(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG));
        Map<String, Object> consumer = config.getMainConsumerConfigs("group", "client", 0);
        assertEquals("read_committed", consumer.get(ConsumerConfig.ISOLATION_LEVEL_CONFIG));
        assertEquals("4194304", consumer.get(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG));
        assertEquals(10_000, consumer.get(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG));
        assertEquals(500, consumer.get(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG));
    }

    /** Streams adds the timeout to the time of the first failure. */
    @Test
    void aTaskThatCannotWorkForTheMomentIsNotGivenUp() {
        long timeout = new StreamsConfig(settings("topic.prefix", "site.").streams())
                .getLong(StreamsConfig.TASK_TIMEOUT_MS_CONFIG);
        long now = Instant.parse("2100-01-01T00:00:00Z").toEpochMilli();
        assertTrue(Math.addExact(now, timeout)
                > Instant.parse("2150-01-01T00:00:00Z").toEpochMilli());
    }

    @Test
    void theUsersKafkaPropertiesWinOverOurs() {
        Map<String, Object> producer =
                new StreamsConfig(settings("kafka.producer.linger.ms", "5").streams()).getProducerConfigs("client");
        assertEquals("5", producer.get(ProducerConfig.LINGER_MS_CONFIG));
        StreamsConfig standby =
                new StreamsConfig(settings("kafka.num.standby.replicas", "2").streams());
        assertEquals(2, standby.getInt(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG));
    }

    @Test
    void theGroupsProtocolIsForTheTopologyOnly() {
        Settings settings = settings("kafka.group.protocol", "streams");
        assertEquals("streams", new StreamsConfig(settings.streams()).getString(StreamsConfig.GROUP_PROTOCOL_CONFIG));
        assertDoesNotThrow(() -> new ConsumerConfig(ConsumerConfig.appendDeserializerToConfig(
                settings.consumer(), new ByteArrayDeserializer(), new ByteArrayDeserializer())));
    }

    @Test
    void aTransactionOutlivesTheCommitInterval() {
        Properties properties = settings("commit.interval", "PT1M").streams();
        assertEquals(180_000, properties.get(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG));
    }

    @Test
    void plainClientsTakeWhatIsTheirsFromTheUsersProperties() {
        Map<String, String> entries = new HashMap<>(Map.of(
                "bootstrap.servers", "a:1,b:2",
                "kafka.security.protocol", "SSL",
                "kafka.num.standby.replicas", "1",
                "kafka.consumer.max.poll.records", "7",
                "kafka.producer.linger.ms", "5",
                "kafka.admin.retries", "3",
                "kafka.admin.metric.reporters", "org.apache.kafka.common.metrics.JmxReporter"));
        Settings settings = Settings.parse(entries);
        assertEquals("SSL", settings.admin().get("security.protocol"));
        assertEquals("3", settings.admin().get("retries"));
        assertEquals(
                "org.apache.kafka.common.metrics.JmxReporter", settings.admin().get("metric.reporters"));
        assertEquals("", settings.consumer().get("metric.reporters"));
        assertEquals("7", settings.consumer().get("max.poll.records"));
        assertEquals("read_committed", settings.consumer().get("isolation.level"));
        assertEquals("5", settings.producer().get("linger.ms"));
        assertEquals("none", settings.producer().get("compression.type"));
        assertEquals(null, settings.consumer().get("num.standby.replicas"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "kafka.processing.guarantee|at_least_once|exactly_once_v2, without which events could be lost or counted twice",
                "kafka.consumer.auto.offset.reset|latest|earliest, without which events could be lost or counted twice",
                "kafka.producer.acks|1|all, without which events could be lost or counted twice",
                "kafka.main.consumer.isolation.level|read_uncommitted|read_committed, without which events could be lost or counted twice",
                "kafka.application.id|x|not to be set; use application.id",
                "kafka.producer.partitioner.class|X|not to be set; the default partitioner is part of the contract",
                "kafka.topic.segment.bites|1|did you mean kafka.topic.segment.bytes?",
                "kafka.transaction.timeout.ms|500|more than commit.interval, 500 ms",
            })
    void refusesWhatWouldBreakCorrectnessAndWhatNobodyKnows(String key, String value, String expectation) {
        SettingsException failure = assertThrows(SettingsException.class, () -> Settings.parse(Map.of(key, value)));
        assertEquals(expectation, failure.problems().get(0).expectation());
    }

    @Test
    void refusesAValueThatKafkaCannotParse() {
        SettingsException failure =
                assertThrows(SettingsException.class, () -> Settings.parse(Map.of("kafka.linger.ms", "soon")));
        assertEquals("kafka.linger.ms", failure.problems().get(0).key());
    }

    @Test
    void aProblemDoesNotTellSecrets() {
        SettingsException failure = assertThrows(
                SettingsException.class, () -> Settings.parse(Map.of("kafka.streams.ssl.key.password", "hunter2")));
        assertEquals("***", failure.problems().get(0).value());
    }

    @ParameterizedTest
    @CsvSource({
        "kafka.topic.segment.bytes, 1048576",
        "kafka.restore.consumer.max.poll.records, 1",
        "kafka.global.consumer.max.poll.records, 1",
        "kafka.acks, -1",
        "kafka.sasl.mechanism, PLAIN",
        "kafka.rack.aware.assignment.strategy, min_traffic",
    })
    void letsEveryOtherPropertyOfKafkaThrough(String key, String value) {
        assertEquals(
                Map.of(key.substring("kafka.".length()), value),
                Settings.parse(Map.of(key, value)).kafka());
    }

    private static Settings settings(String key, String value) {
        return Settings.parseForCluster(
                Map.of("bootstrap.servers", "localhost:9092", "schema.registry.url", "http://r:8081", key, value));
    }
}
