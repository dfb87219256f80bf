package io.fairstream.streams;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.registry.SchemaRegistries;
import io.fairstream.schemas.registry.SchemaRegistry.RegistryException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

/** Bytes that nobody can read go to the dead letters; bytes that cannot be read now do not. */
class UnreadableBytesTest {
    private static final byte[] NO_AVRO = "no avro".getBytes(StandardCharsets.UTF_8);

    @Test
    void unreadableBytesBecomeADeadLetterAndTheNextRecordIsProcessed() {
        try (Pipeline pipeline = new Pipeline()) {
            pipeline.matched("slot1", "alice", 1, 0);
            pipeline.everything();
            pipeline.sendBytes(Topics.MATCHES, "slot1", NO_AVRO);
            pipeline.sendBytes(Topics.ACCOUNT_EDITS, "alice", new byte[] {0, 0, 0, 0, 1});
            List<TestRecord<String, byte[]>> letters =
                    pipeline.records(Topics.DEAD_LETTERS, new ByteArrayDeserializer());
            assertEquals(List.of(), pipeline.everything());
            assertArrayEquals(NO_AVRO, letters.get(0).value());
            assertEquals("slot1", letters.get(0).key());
            assertEquals(
                    Map.of(
                            "__streams.errors.topic", "fairstream.matches",
                            "__streams.errors.partition", "0",
                            "__streams.errors.offset", "1",
                            "__streams.errors.exception", "org.apache.kafka.common.errors.SerializationException"),
                    headers(letters.get(0), "topic", "partition", "offset", "exception"));
            assertTrue(headers(letters.get(0), "message").toString().contains("first byte 110"));
            assertEquals(
                    Map.of("__streams.errors.topic", "fairstream.account-edits"), headers(letters.get(1), "topic"));
            pipeline.unmatched("slot1", 60);
            assertEquals(60.0, pipeline.row(Topics.PRIORITIES, "alice").getAccumulatedUsage());
            assertEquals(
                    2, pipeline.row(Topics.INPUT_COUNTS, "fairstream.matches/0").getRead());
        }
    }

    @Test
    void aRegistryThatFailsStopsTheTaskInsteadOfLosingTheRecord() throws IOException {
        HttpServer registry = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        registry.createContext("/", exchange -> {
            exchange.sendResponseHeaders(500, -1);
            exchange.close();
        });
        registry.start();
        String url = "http://127.0.0.1:" + registry.getAddress().getPort();
        try (Pipeline pipeline = new Pipeline(
                Pipeline.config(Duration.ZERO), Map.of(SchemaRegistries.URL, url), Pipeline.stateDirectory())) {
            Exception e = assertThrows(Exception.class, () -> pipeline.matched("slot1", "alice", 1, 0));
            assertTrue(
                    Stream.<Throwable>iterate(e, cause -> cause != null, Throwable::getCause)
                            .anyMatch(RegistryException.class::isInstance),
                    e::toString);
            assertEquals(
                    0,
                    pipeline.records(Topics.DEAD_LETTERS, new ByteArrayDeserializer())
                            .size());
        } finally {
            registry.stop(0);
        }
    }

    private static Map<String, String> headers(TestRecord<String, byte[]> letter, String... names) {
        Map<String, String> headers = new TreeMap<>();
        for (String name : names) {
            String key = "__streams.errors." + name;
            headers.put(key, new String(letter.headers().lastHeader(key).value(), StandardCharsets.UTF_8));
        }
        return headers;
    }
}
