package io.fairstream.slurm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.registry.SchemaRegistry.InMemorySchemaRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init") // set up before each test
class SlurmBridgeTest {
    private static final String START = "tux-job-start";
    private static final String FINISH = "tux";

    private static final Instant NOW = Instant.parse("2026-03-09T08:00:00Z");
    private static final Map<Long, Long> PIECES = Map.of(7L, 600L * (8 + 4 + 2 + 1));

    @TempDir
    private Path state;

    private UnaryOperator<JobEvent> placed = UnaryOperator.identity();

    @Test
    void theOrderOfAJobsRecordsDoesNotMatter() {
        List<String> records = new ArrayList<>();
        Map<Long, Long> expected = new TreeMap<>();
        for (List<Integer> order : permutations(List.of(0, 1, 2, 3, 4))) {
            long job = Long.parseLong(order.toString().replaceAll("\\D", "")) + 1;
            order.forEach(which -> records.add(shrinking(job).get(which)));
            expected.put(job, PIECES.get(7L));
        }
        assertEquals(120, expected.size());
        List<JobEvent> events = bridge(records).stream().map(TestRecord::value).toList();
        assertEquals(expected, Allocated.cpuSeconds(events));
    }

    @Test
    void whatIsDeliveredAgainTellsNothingNew() {
        List<String> twice = new ArrayList<>(shrinking(7));
        twice.addAll(shrinking(7));
        List<JobEvent> events = bridge(twice).stream().map(TestRecord::value).toList();
        assertEquals(PIECES, Allocated.cpuSeconds(events));
        assertEquals(5, events.stream().distinct().count());
    }

    @Test
    void eventsHaveTheJobAsKeyAndTheTimeOfSending() {
        List<TestRecord<String, JobEvent>> events = bridge(shrinking(7));
        assertEquals(5, events.size());
        for (TestRecord<String, JobEvent> event : events) {
            assertEquals("tux/7", event.key());
            assertEquals(NOW, event.getRecordTime());
        }
    }

    @Test
    void eachEventGoesToTheBankThatIsChosenForIt() {
        placed = event ->
                JobEvent.newBuilder(event).setBank("root/science/physics").build();
        List<TestRecord<String, JobEvent>> events = bridge(shrinking(7));
        assertEquals(5, events.size());
        events.forEach(
                event -> assertEquals("root/science/physics", event.value().getBank()));
    }

    @Test
    void whatIsNoRecordIsADeadLetterWithItsReason() {
        RecordSerde serde = new RecordSerde(null);
        assertProblem(serde, "{\"jobid\":1} {", "no JSON: Trailing token");
        assertProblem(serde, "{\"jobid\":1", "no JSON: Unexpected end-of-input");
        assertProblem(serde, "{\"jobid\":1,\"@start\":\"2026-03-02T08:00:00\"}", "cluster: missing");
        assertThrows(SerializationException.class, () -> serde.read(null));
    }

    private static void assertProblem(RecordSerde serde, String json, String message) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        SerializationException refusal = assertThrows(SerializationException.class, () -> serde.read(bytes));
        assertTrue(String.valueOf(refusal.getMessage()).startsWith(message), refusal.toString());
        assertFalse(String.valueOf(refusal.getMessage()).contains("start marker"), refusal.toString());
    }

    /** The finish topic has a start of its own: which topic a record comes from does not matter, either. */
    private List<TestRecord<String, JobEvent>> bridge(List<String> records) {
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "bridge");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "nowhere:1");
        properties.put(StreamsConfig.STATE_DIR_CONFIG, state.toString());
        properties.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
        Serde<JobEvent> events = Topics.JOB_EVENTS.serde(new InMemorySchemaRegistry());
        var topology =
                SlurmBridge.topology(List.of(START, FINISH), "job-events", events, null, placed, Duration.ofDays(30));
        try (TopologyTestDriver driver = new TopologyTestDriver(topology, properties, NOW)) {
            var bytes = Serdes.ByteArray().serializer();
            TestInputTopic<byte[], byte[]> finish = driver.createInputTopic(FINISH, bytes, bytes);
            for (String record : records) {
                finish.pipeInput(record.getBytes(StandardCharsets.UTF_8), Instant.parse("2026-03-02T09:00:00Z"));
            }
            return driver.createOutputTopic("job-events", new StringDeserializer(), events.deserializer())
                    .readRecordsToList();
        }
    }

    /** A job with 8 CPUs that gives some back at minute 10, 20 and 30 and ends at 40. */
    private static List<String> shrinking(long job) {
        return List.of(
                record(job, "null", 0, 0, 8),
                record(job, "\"RESIZING\"", 10, 10, 8),
                record(job, "\"RESIZING\"", 20, 20, 4),
                record(job, "\"RESIZING\"", 30, 30, 2),
                record(job, "\"COMPLETED\"", 30, 40, 1));
    }

    private static String record(long job, String state, int start, int end, int cpus) {
        return String.format(
                "{\"jobid\":%d,\"original_sluid\":\"s7\",\"cluster\":\"tux\",\"username\":\"alice\",\"state\":%s,"
                        + "\"@submit\":\"2026-03-02T08:00:00\",\"@start\":\"2026-03-02T08:%02d:00\","
                        + "\"@end\":\"2026-03-02T08:%02d:00\",\"total_cpus\":%d}",
                job, state, start, end, cpus);
    }

    private static List<List<Integer>> permutations(List<Integer> of) {
        if (of.isEmpty()) {
            return List.of(List.of());
        }
        List<List<Integer>> all = new ArrayList<>();
        for (Integer first : of) {
            List<Integer> rest = new ArrayList<>(of);
            rest.remove(first);
            for (List<Integer> order : permutations(rest)) {
                List<Integer> one = new ArrayList<>(List.of(first));
                one.addAll(order);
                all.add(one);
            }
        }
        return all;
    }
}
