package io.fairstream.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedBrokerTest {
    private static final String TOPIC = "greetings";
    private static final TopicPartition PARTITION = new TopicPartition(TOPIC, 0);

    @TempDir
    Path directory;

    @Test
    void aRestartOnTheSameDirectoryKeepsClusterAddressAndData() throws Exception {
        String address;
        String cluster;
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory)) {
            address = broker.bootstrapServers();
            cluster = clusterId(address);
            createTopic(address);
            produce(address, "hello");
            assertEquals(List.of("hello"), consume(address, 1));
        }
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory)) {
            assertEquals(address, broker.bootstrapServers());
            assertEquals(cluster, clusterId(address));
            produce(address, "again");
            assertEquals(List.of("hello", "again"), consume(address, 2));
        }
    }

    /** Recovery waits until the killed broker is fenced; without a killed broker it would wait for its whole timeout. */
    @Test
    void nothingIsRecoveredWhereNoBrokerWasKilled() {
        List<String> progress = new ArrayList<>();
        EmbeddedBroker.start(directory, 0, progress::add).close();
        EmbeddedBroker.start(directory, 0, progress::add).close();
        assertEquals(List.of(), progress);
    }

    @Test
    void aRestartFindsTheConsoleAndMetricsWhereTheyWere() throws Exception {
        int console;
        int metrics;
        try (EmbeddedCluster cluster = EmbeddedCluster.start(directory, 0)) {
            console = cluster.consolePort();
            metrics = cluster.operationPort();
            cluster.rememberPorts("http://127.0.0.1:" + console + "/", "http://127.0.0.1:" + metrics);
        }
        try (EmbeddedCluster cluster = EmbeddedCluster.start(directory, 0)) {
            assertEquals(console, cluster.consolePort());
            assertEquals(metrics, cluster.operationPort());
            try (ServerSocket other = new ServerSocket(console, 1, InetAddress.getLoopbackAddress())) {
                assertNotEquals(other.getLocalPort(), cluster.consolePort(), "the port is taken");
            }
        }
    }

    @Test
    void aTemporaryBrokerClosesTwice() {
        EmbeddedBroker broker = EmbeddedBroker.startTemporary();
        broker.close();
        broker.close();
    }

    @Test
    void topicsAreNotCreatedByMistyping() {
        try (EmbeddedBroker broker = EmbeddedBroker.startTemporary();
                Admin admin = admin(broker.bootstrapServers())) {
            var described = admin.describeTopics(List.of("greetigns")).allTopicNames();
            var failure = assertThrows(ExecutionException.class, described::get);
            assertInstanceOf(UnknownTopicOrPartitionException.class, failure.getCause());
        }
    }

    @Test
    void aDirectoryInUseIsRefusedNamingDirectoryAndProcess() {
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory)) {
            EmbeddedException failure = assertThrows(EmbeddedException.class, () -> EmbeddedBroker.start(directory));
            assertEquals(
                    "data directory " + broker.directory() + " is in use by process "
                            + ProcessHandle.current().pid()
                            + " (expected: one process at a time; stop that one or choose another directory)",
                    failure.getMessage());
        }
    }

    @Test
    void aTakenPortIsRefusedAndTheDirectoryIsFreeAgain() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int taken = other.getLocalPort();
            EmbeddedException failure =
                    assertThrows(EmbeddedException.class, () -> EmbeddedBroker.start(directory, taken, line -> {}));
            assertEquals("port: " + taken + " (expected: a free port on 127.0.0.1)", failure.getMessage());
        }
        int free = LoopbackPort.anyFree();
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory, free, line -> {})) {
            assertEquals("127.0.0.1:" + free, broker.bootstrapServers());
        }
    }

    private static Admin admin(String address) {
        return Admin.create(Map.of("bootstrap.servers", address));
    }

    private static String clusterId(String address) throws Exception {
        try (Admin admin = admin(address)) {
            return admin.describeCluster().clusterId().get();
        }
    }

    private static void createTopic(String address) throws Exception {
        try (Admin admin = admin(address)) {
            admin.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1))).all().get();
        }
    }

    private static void produce(String address, String value) throws Exception {
        Map<String, Object> settings = Map.of("bootstrap.servers", address);
        try (var producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>(TOPIC, "key", value)).get();
        }
    }

    private static List<String> consume(String address, int count) {
        Map<String, Object> settings = Map.of("bootstrap.servers", address);
        List<String> values = new ArrayList<>();
        try (var consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            consumer.assign(List.of(PARTITION));
            consumer.seekToBeginning(List.of(PARTITION));
            long deadline = System.nanoTime() + Duration.ofMinutes(2).toNanos();
            while (values.size() < count && System.nanoTime() < deadline) {
                consumer.poll(Duration.ofMillis(200)).forEach(record -> values.add(record.value()));
            }
        }
        return values;
    }
}
