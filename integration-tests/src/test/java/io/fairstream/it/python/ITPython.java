package io.fairstream.it.python;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairstream.it.harness.Site;
import io.fairstream.it.harness.TestCluster;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.OpenMatch;
import io.fairstream.schemas.PlainJson;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.registry.SchemaRegistries;
import io.fairstream.testing.NeededProgram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The example in Python reads from the topics what is in them, and writes what the topology takes. */
class ITPython {
    @RegisterExtension
    static final TestCluster CLUSTER = new TestCluster();

    private static final Path PYTHON = Path.of("/usr/bin/python3");
    private static final Path EXAMPLE = Path.of("..", "examples", "python", "topics.py");
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Output and exit code of a program. */
    private record Ended(int exitCode, List<String> lines, String errors) {}

    @Test
    void theExampleReadsWhatTheTopologyWrote() throws Exception {
        assumePython();
        Site site = CLUSTER.site("python");
        List<MatchEvent> events = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            events.add(event(
                    i,
                    "2026-03-02T08:00:00Z",
                    "{\"Matched\":{\"customer\":\"user" + i % 7 + "\",\"slotWeight\":1.5}}"));
            if (i % 3 == 0) {
                events.add(event(i, "2026-03-02T09:00:00.123Z", "{\"Unmatched\":{}}"));
            }
        }
        site.matches(events).flush();
        site.run();

        Map<String, Priority> priorities = site.table(Topics.PRIORITIES);
        Map<String, JsonNode> read = byField(rows(site, Topics.PRIORITIES), "customer");
        assertEquals(7, read.size());
        assertEquals(priorities.keySet(), read.keySet());
        priorities.forEach((customer, row) -> {
            JsonNode theirs = Objects.requireNonNull(read.get(customer));
            assertEquals(row.getRealPriority(), theirs.get("realPriority").doubleValue());
            assertEquals(
                    row.getWeightedAccumulatedUsage(),
                    theirs.get("weightedAccumulatedUsage").doubleValue());
            assertEquals(row.getResourcesInUse(), theirs.get("resourcesInUse").intValue());
            assertTrue(theirs.get("parent").isNull());
        });
        Map<String, OpenMatch> open = site.table(Topics.OPEN_MATCHES);
        assertEquals(33, open.size());
        assertEquals(
                open.keySet(),
                byField(rows(site, Topics.OPEN_MATCHES), "resource").keySet(),
                "removed rows are gone");
    }

    /** The block of {@code docs/python.md} with the addresses and topic of a site. */
    @Test
    void theTopologyTakesWhatTheExampleWrote() throws Exception {
        assumePython();
        Site site = CLUSTER.site("python-sends");
        site.matches(List.of(event(1, "2026-03-02T08:00:00Z", "{\"Unmatched\":{}}")))
                .flush();
        String block = Files.readString(Path.of("..", "docs", "python.md"))
                .replaceFirst("(?s).*?(from datetime import .*?)```.*", "$1")
                .replace("schemas/src", "../schemas/src")
                .replace("127.0.0.1:9092", brokers(site))
                .replace("http://127.0.0.1:8081", registry(site))
                .replace("fairstream.matches", Topics.MATCHES.in(site.settings().topicPrefix()));
        Ended ended = runPython(List.of("-c", "import sys; sys.path.append('../examples/python')\n" + block));
        assertEquals(0, ended.exitCode(), ended.toString());

        site.run();
        OpenMatch match = Objects.requireNonNull(site.table(Topics.OPEN_MATCHES).get("slot1@a"));
        assertEquals("alice", match.getCustomer());
        assertEquals(4, match.getSlotWeight());
    }

    @Test
    void aTopicThatIsNotThereIsSaid() throws Exception {
        assumePython();
        Ended ended = run(CLUSTER.site("nothing"), "no.such.topic");
        assertEquals(1, ended.exitCode(), ended.toString());
        assertEquals("no.such.topic: no such topic", ended.errors());
    }

    private static MatchEvent event(int slot, String at, String change) {
        String json = "{\"resource\":\"slot" + slot + "\",\"at\":\"" + at + "\",\"change\":" + change + "}";
        return PlainJson.read(MatchEvent.class, json);
    }

    private static Map<String, JsonNode> byField(List<JsonNode> rows, String field) {
        Map<String, JsonNode> byField = new HashMap<>();
        rows.forEach(row -> byField.put(row.get(field).textValue(), row));
        return byField;
    }

    private static List<JsonNode> rows(Site site, Topic<?> topic) throws IOException, InterruptedException {
        Ended ended = run(site, topic.in(site.settings().topicPrefix()));
        assertEquals(0, ended.exitCode(), ended.toString());
        List<JsonNode> rows = new ArrayList<>();
        for (String line : ended.lines()) {
            rows.add(JSON.readTree(line));
        }
        return rows;
    }

    private static void assumePython() throws IOException, InterruptedException {
        NeededProgram.PYTHON.assumeInstalled(Files.isExecutable(PYTHON), ITPython.class);
        Process modules = new ProcessBuilder(PYTHON.toString(), "-c", "import avro, confluent_kafka")
                .redirectErrorStream(true)
                .start();
        modules.getInputStream().readAllBytes();
        NeededProgram.PYTHON.assumeInstalled(modules.waitFor() == 0, ITPython.class);
    }

    private static Ended run(Site site, String topic) throws IOException, InterruptedException {
        return runPython(List.of(EXAMPLE.toString(), brokers(site), registry(site), topic));
    }

    private static String brokers(Site site) {
        return site.settings().bootstrapServers().orElseThrow();
    }

    private static String registry(Site site) {
        return String.valueOf(site.settings().registry().get(SchemaRegistries.URL));
    }

    private static Ended runPython(List<String> arguments) throws IOException, InterruptedException {
        Path errors = Files.createTempFile("python", ".err");
        List<String> command = new ArrayList<>(List.of(PYTHON.toString()));
        command.addAll(arguments);
        Process process =
                new ProcessBuilder(command).redirectError(errors.toFile()).start();
        try {
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS), "the example does not end");
            assertFalse(process.isAlive());
            return new Ended(
                    process.exitValue(),
                    text.lines().toList(),
                    Files.readString(errors).strip());
        } finally {
            process.destroyForcibly();
            Files.delete(errors);
        }
    }
}
