package io.fairstream.it.commands;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.app.config.Keys;
import io.fairstream.it.harness.Console;
import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.PlainJson;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.registry.SchemaRegistries;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Edits that look right and count for nothing: one came too late, one is a dead letter for its key. */
class ITRefusedEdits {
    private static final String LONG_AGO = "2025-01-05T08:00:00Z";

    /** As readers show bytes that are no text. */
    private static final String UNREADABLE = "\uFFFD";

    @TempDir
    private Path directory;

    @Test
    void neitherAuditNorExplainNorWhatIfAppliesThem() throws Exception {
        try (LocalFairstream fairstream = LocalFairstream.start(Map.of("priority.halflife", "P3650D"))) {
            fairstream.produce(
                    "matches",
                    directory.resolve("matches"),
                    Lines.matched("slot1", "2026-01-05T08:00:00Z", "alice", 1),
                    Lines.matched("slot2", "2026-01-05T08:00:00Z", UNREADABLE, 1),
                    Lines.matched("slot3", "2026-01-05T09:00:00Z", "ben", 1));
            // all three customers are in one partition, whose newest edit decides what is late
            send(fairstream, "ben", "ben".getBytes(StandardCharsets.UTF_8), "2026-01-05T09:00:00Z", 0.5);
            send(fairstream, "alice", "alice".getBytes(StandardCharsets.UTF_8), LONG_AGO, 20);
            send(fairstream, UNREADABLE, new byte[] {(byte) 0xFF}, LONG_AGO, 20);
            fairstream.awaitCaughtUp();
            assertEquals(
                    1, fairstream.run("table", "rejections", "--json").out().size());

            Console audit = fairstream.run("audit");
            Console ofRefused = fairstream.run("explain", "alice", "--json");
            Console ofUnreadable = fairstream.run("explain", UNREADABLE, "--json");
            Console whatIf = fairstream.run("what-if", "--from-topic", "--set", "priority.halflife=P7D", "--json");
            assertAll(
                    () -> assertEquals(0, audit.exitCode(), audit.toString()),
                    () -> assertEquals(List.of("floor", "match"), parts(ofRefused), ofRefused.toString()),
                    () -> assertEquals(List.of("floor", "match"), parts(ofUnreadable), ofUnreadable.toString()),
                    () -> assertEquals(
                            List.of("alice 0.5", "ben 0.5", UNREADABLE + " 0.5"),
                            priorities(whatIf),
                            whatIf.toString()));
        }
    }

    /** Returns the parts of the priority. */
    private static List<String> parts(Console explained) {
        return Json.lines(explained).stream()
                .map(row -> row.path("part").asText())
                .filter(part -> List.of("match", "edit", "floor", "history").contains(part))
                .sorted()
                .toList();
    }

    private static List<String> priorities(Console whatIf) {
        return Json.lines(whatIf).stream()
                .map(row -> String.format(
                        Locale.ROOT,
                        "%s %.1f",
                        row.get("customer").asText(),
                        row.at("/now/realPriority").asDouble()))
                .sorted()
                .toList();
    }

    private static void send(LocalFairstream fairstream, String customer, byte[] key, String at, double priority)
            throws Exception {
        AccountEdit record = PlainJson.read(
                AccountEdit.class, Lines.edit(customer, at, "{\"SetPriority\":{\"priority\":" + priority + "}}"));
        var values = Topics.ACCOUNT_EDITS
                .serde(SchemaRegistries.from(fairstream.settings().registry()))
                .serializer();
        try (KafkaProducer<byte[], AccountEdit> producer =
                new KafkaProducer<>(fairstream.settings().producer(), new ByteArraySerializer(), values)) {
            String topic = Topics.ACCOUNT_EDITS.in(fairstream.settings().topicPrefix());
            int partition = Topic.partition(customer, fairstream.settings().get(Keys.PARTITIONS));
            producer.send(new ProducerRecord<>(topic, partition, key, record)).get();
        }
    }
}
