package io.fairstream.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fairstream.schemas.Allocation;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.Unmatched;
import io.fairstream.schemas.registry.SchemaRegistries;
import io.fairstream.schemas.registry.SchemaRegistry;
import io.fairstream.streams.errors.PoisonRecords.MarkSetAside;
import io.fairstream.streams.errors.RegistryUnavailable;
import io.fairstream.streams.runtime.Origins;
import io.fairstream.streams.runtime.WriteBackStores.HeapLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Records that name ids which the registry has not given yet, or gives no more. */
class FutureSchemaIdsTest {
    private static final int IDS = 60;

    /** As they are quoted in JSON; ids ascend from 1. */
    private final List<String> schemas = new ArrayList<>();

    private HttpServer server;
    private Map<String, String> serdeConfig;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        serdeConfig = Map.of(
                SchemaRegistries.URL, "http://127.0.0.1:" + server.getAddress().getPort());
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String sent = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String answer = path.startsWith("/schemas/ids/")
                ? schema(Integer.parseInt(path.substring("/schemas/ids/".length())))
                : registered(sent.substring(sent.indexOf(':') + 1, sent.length() - 1));
        byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(answer.contains("error_code") ? 404 : 200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private String schema(int id) {
        return id >= 1 && id <= schemas.size()
                ? "{\"schema\":" + schemas.get(id - 1) + "}"
                : "{\"error_code\":40403,\"message\":\"Schema not found\"}";
    }

    private String registered(String schema) {
        if (!schemas.contains(schema)) {
            schemas.add(schema);
        }
        return "{\"id\":" + (schemas.indexOf(schema) + 1) + "}";
    }

    @Test
    void schemaIdsOfTheFutureLoseNeitherTheJournalNorTheFirstRecordsOfProducers() {
        SchemaRegistry producers = SchemaRegistries.from(serdeConfig);
        try (Pipeline pipeline = pipeline(false)) {
            for (int id = 1; id <= IDS; id++) {
                pipeline.sendBytes(Topics.MATCHES, "slot1", unreadable(id));
            }
            nextPoll();
            send(pipeline, producers, 0, new Matched("alice", 2.0, ""));
            send(pipeline, producers, 60, new Unmatched(""));

            var priorities = pipeline.records(
                    Topics.PRIORITIES, Topics.PRIORITIES.serde(producers).deserializer());
            assertEquals(60.0, priorities.get(priorities.size() - 1).value().getAccumulatedUsage());
            assertEquals(
                    IDS,
                    pipeline.records(Topics.DEAD_LETTERS, new ByteArrayDeserializer())
                            .size());
        }
    }

    @ParameterizedTest
    @CsvSource({"fairstream.charges", "fairstream.association-usage", "fairstream.balances"})
    void anUnreadableRecordOfTheTopologysOwnIsNoDeadLetter(String topic) {
        try (Pipeline pipeline = pipeline(false)) {
            Headers own = new RecordHeaders().add(Origins.OWN, new byte[0]);
            assertWaits(pipeline, topic, own);
        }
    }

    @Test
    void anUnreadableRecordOnItsWayThroughAnInternalTopicIsNoDeadLetter() {
        try (Pipeline pipeline = pipeline(true)) {
            Headers stamped = new RecordHeaders().add(Origins.ORIGIN, "m/0/1".getBytes(StandardCharsets.UTF_8));
            assertWaits(pipeline, "fairstream-matches-repartition", stamped);
        }
    }

    private static void assertWaits(Pipeline pipeline, String topic, Headers headers) {
        var record = new ProducerRecord<>(topic, null, null, new byte[] {'k'}, unreadable(IDS), headers);
        Exception failure = assertThrows(Exception.class, () -> pipeline.send(record, Pipeline.START));
        assertTrue(RegistryUnavailable.reasonOf(failure).orElse("").contains("the topology's own"), failure::toString);
        assertEquals(List.of(), pipeline.records(Topics.DEAD_LETTERS, new ByteArrayDeserializer()));
    }

    @ParameterizedTest
    @CsvSource({"fairstream.charges", "fairstream.balances", "fairstream-matches-repartition"})
    void anUnreadableRecordThatSomebodyElseWroteThereIsADeadLetter(String topic) {
        try (Pipeline pipeline = pipeline(true)) {
            pipeline.send(new ProducerRecord<>(topic, new byte[] {'k'}, unreadable(IDS)), Pipeline.START);
            assertEquals(
                    1,
                    pipeline.records(Topics.DEAD_LETTERS, new ByteArrayDeserializer())
                            .size());
        }
    }

    /** The mark stands in every topic that the topology writes and reads back. */
    @Test
    void theTopologysOwnRecordsAreMarked() {
        try (Pipeline pipeline = new Pipeline()) {
            pipeline.matched("slot1", "alice", 1, 0).unmatched("slot1", 60);
            pipeline.job(0, "\"state\":\"RUNNING\",\"user\":\"bob\",\"bank\":\"root/a\",\"processors\":1,\"nodes\":1");
            Allocation allocation = Allocation.newBuilder()
                    .setTarget("p")
                    .setProject("p")
                    .setInitialBalance(1)
                    .setAccrual(0)
                    .setStart(Pipeline.START)
                    .build();
            pipeline.send(Topics.ALLOCATIONS, "p", allocation);
            for (Topic<?> topic : List.of(Topics.CHARGES, Topics.ASSOCIATION_USAGE, Topics.BALANCES)) {
                List<TestRecord<String, byte[]>> records = pipeline.records(topic, new ByteArrayDeserializer());
                assertTrue(!records.isEmpty(), topic.name());
                records.forEach(record -> assertNotNull(record.headers().lastHeader(Origins.OWN), topic.name()));
            }
        }
    }

    private Pipeline pipeline(boolean isRepartitioned) {
        var config =
                Pipeline.config(Topic.DEFAULT_PREFIX, Duration.ZERO, isRepartitioned, 1, new HeapLimits(100, 1000));
        return new Pipeline(config, serdeConfig, Pipeline.stateDirectory());
    }

    private static void nextPoll() {
        try (MarkSetAside first = new MarkSetAside()) {
            first.onConsume(ConsumerRecords.empty());
        }
    }

    private static byte[] unreadable(int id) {
        return ByteBuffer.allocate(7)
                .put((byte) 0)
                .putInt(id)
                .put((byte) 2)
                .put((byte) 0x6b)
                .array();
    }

    private static void send(Pipeline pipeline, SchemaRegistry registry, long seconds, Object change) {
        MatchEvent event = new MatchEvent("slot1", "", Pipeline.at(seconds), change);
        byte[] value = Topics.MATCHES.serde(registry).serializer().serialize("fairstream.matches", event);
        pipeline.sendBytes(Topics.MATCHES, "slot1", value);
    }
}
