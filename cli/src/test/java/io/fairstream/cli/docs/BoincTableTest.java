package io.fairstream.cli.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairstream.cli.Console;
import io.fairstream.rules.HostUsage.Cobblestones;
import io.fairstream.schemas.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names in {@code docs/boinc.md} exist, and its numbers are those of the vectors: the PHP's and ours. */
class BoincTableTest {
    private static final Path VECTORS =
            Path.of("..", "test-support", "src", "main", "resources", "vectors", "boinc.json");
    private static final List<String> COMMANDS = List.of(
            "boinc-gateway",
            "report daily",
            "report hosts",
            "report balances",
            "report work",
            "report leaders",
            "explain",
            "audit",
            "table",
            "fold",
            "run");

    private static final Set<String> OTHERS = Set.of("fairstream", "HostVectorTest");

    @TempDir
    private Path directory;

    private final DocsPage table = DocsPage.read("boinc.md", COMMANDS);
    private final String page = table.text();
    private final Set<String> fields = fields();

    @Test
    void hasEachFeatureAndCaseOnce() {
        assertEquals(
                Stream.concat(
                                IntStream.rangeClosed(1, 3).boxed(),
                                IntStream.rangeClosed(1, 22).boxed())
                        .map(row -> "" + row)
                        .toList(),
                table.rows("\\d+"));
        assertEquals(
                IntStream.rangeClosed(1, 12)
                        .mapToObj(row -> String.format(Locale.ROOT, "S%02d", row))
                        .toList(),
                table.rows("S\\d+"));
    }

    @Test
    void itsCommandsAndOptionsAreThere() {
        table.assertCommandsAndOptions(8);
    }

    @Test
    void itsTopicsFieldsAndKeysAreThere() {
        table.assertKnown(
                quoted -> OTHERS.contains(quoted) || Topics.named(quoted).isPresent() || fields.contains(quoted));
    }

    private static Set<String> fields() {
        Set<String> names = new TreeSet<>();
        Set<Schema> seen = new TreeSet<>((one, other) -> one.getFullName().compareTo(other.getFullName()));
        Topics.all().forEach(topic -> topic.schema().ifPresent(schema -> add(schema, names, seen)));
        return names;
    }

    private static void add(Schema schema, Set<String> names, Set<Schema> seen) {
        switch (schema.getType()) {
            case UNION -> schema.getTypes().forEach(each -> add(each, names, seen));
            case ARRAY -> add(schema.getElementType(), names, seen);
            case RECORD -> {
                if (seen.add(schema)) {
                    schema.getFields().forEach(field -> {
                        names.add(field.name());
                        add(field.schema(), names, seen);
                    });
                }
            }
            default -> {}
        }
    }

    @Test
    void itsLinksLeadSomewhere() {
        table.assertLinks(4);
    }

    /** A row's cell of the PHP, and ours. */
    private String[] cells(String name) {
        String row = page.lines()
                .filter(line -> line.startsWith("| " + name + " |"))
                .findFirst()
                .orElseThrow();
        return row.split(" \\| ", -1);
    }

    @Test
    void itsNumbersOfThePhpAreThoseOfTheVectors() throws IOException {
        assertNumber("S01", "310 jobs", php("S01", "njobs_success"));
        assertNumber("S02", "120000 s", php("S02", "cpu_time"));
        assertNumber("S03", "8000 s", php("S03", "cpu_time"));
        assertNumber("S03", "are 10", php("S03", "njobs_success"));
        assertNumber("S04", "31000 s", php("S04", "cpu_time"));
        assertNumber("S05", "13000 s", php("S05", "cpu_time"));
        JsonNode units = vector("A05").get("expect");
        assertTrue(page.contains(String.format(
                Locale.ROOT,
                "%.2f EC/s for CPUs, %.2f EC/s for GPUs",
                units.get("the note's max EC/s (256x100 GFLOPS)").asDouble(),
                units.get("the note's max EC/s (8x100 TFLOPS)").asDouble())));
        assertEquals(4.32e11, units.get("FLOPs per EC").asDouble());
        assertEquals(0.12, units.get("GFLOP-hours per EC").asDouble());
        assertEquals(4.32e11, Cobblestones.flops(1));
        List<Double> balances = new ArrayList<>();
        vector("A01").get("expect").forEach(step -> balances.add(step.get(1).asDouble()));
        assertEquals(List.of(1e15, -2e14, 8e14), List.of(balances.get(0), balances.get(4), balances.get(5)));
    }

    private void assertNumber(String row, String words, double number) {
        assertTrue(cells(row)[2].contains(words), row);
        assertTrue(words.contains(String.format(Locale.ROOT, "%.0f", number)), row + ": " + number);
    }

    private static JsonNode vector(String id) throws IOException {
        for (JsonNode vector : new ObjectMapper().readTree(VECTORS.toFile()).get("cases")) {
            if (vector.get("id").asText().equals(id)) {
                return vector;
            }
        }
        throw new AssertionError(id);
    }

    private static double php(String id, String quantity) throws IOException {
        JsonNode steps = vector(id).get("steps");
        JsonNode total = steps.get(steps.size() - 1).at("/expect_real_php/total");
        JsonNode newest = total.get(total.size() - 1);
        return newest.get(quantity + "_total").asDouble()
                + newest.get(quantity + "_delta").asDouble();
    }

    @Test
    void itsNumbersOfOursAreWhatComesOutOfTheVectorsReports() throws IOException {
        List<String> reports = new ArrayList<>();
        for (String id : List.of("S01", "S02", "S03", "S04", "S05")) {
            Map<String, Integer> sequences = new HashMap<>();
            for (JsonNode step : vector(id).get("steps")) {
                if (step.get("op").asText().equals("rpc")) {
                    reports.add(report(id, step, sequences));
                }
            }
        }
        Path file = Files.write(directory.resolve("reports.jsonl"), reports);
        Console fold = Console.run("fold", "host-reports=" + file, "--print", "hosts", "--json");
        Map<String, JsonNode> hosts = new HashMap<>();
        for (String line : fold.out()) {
            JsonNode row = new ObjectMapper().readTree(line);
            hosts.put(row.get("host").asText(), row);
        }
        assertOurs("S01", "0 jobs", hosts, "jobsSucceeded");
        assertOurs("S02", "120000 s", hosts, "cpuSeconds");
        assertOurs("S03", "4000 s", hosts, "cpuSeconds");
        assertOurs("S03", "instance: 4000", hosts, "jobsSucceeded");
        assertOurs("S04", "31500 s", hosts, "cpuSeconds");
        assertOurs("S05", "9000 s", hosts, "cpuSeconds");
    }

    private void assertOurs(String row, String words, Map<String, JsonNode> hosts, String field) {
        assertTrue(cells(row)[3].contains(words), row);
        String number = String.format(
                Locale.ROOT,
                "%.0f",
                Objects.requireNonNull(hosts.get(row)).get(field).asDouble());
        assertTrue((" " + words + " ").contains(" " + number + " "), row + ": " + number);
    }

    /** A report of the host named after the vector; what it said before is the same report again, negative numbers of jobs are none. */
    private static String report(String id, JsonNode step, Map<String, Integer> sequences) {
        List<String> projects = new ArrayList<>();
        for (JsonNode project : step.get("projects")) {
            String name = project.get("url").asText().replaceAll("https?://|/", "");
            if (!name.equals("nope.org")) {
                projects.add(String.format(
                        Locale.ROOT,
                        "{\"project\":\"%s\",\"cpuSeconds\":%s,\"gpuSeconds\":%s,\"cpuFlops\":%s,\"gpuFlops\":%s,"
                                + "\"jobsSucceeded\":%d,\"jobsFailed\":%d}",
                        name,
                        project.path("cpu_time").asDouble(),
                        project.path("gpu_time").asDouble(),
                        Cobblestones.flops(project.path("cpu_ec").asDouble()),
                        Cobblestones.flops(project.path("gpu_ec").asDouble()),
                        Math.max(0, project.path("ok").asLong()),
                        Math.max(0, project.path("fail").asLong())));
            }
        }
        int sequence = sequences.computeIfAbsent(projects.toString(), said -> sequences.size());
        JsonNode host = step.get("host");
        return String.format(
                Locale.ROOT,
                "{\"host\":\"%s\",\"user\":\"%s\",\"epoch\":\"client\",\"sequence\":%d,\"at\":%d,\"processors\":%d,\"gpus\":%d,"
                        + "\"cpuFlopsEach\":%s,\"gpuFlopsEach\":%s,\"usableGpu\":%s,\"projects\":[%s]}",
                id,
                id,
                sequence,
                step.get("now").asLong() * 1000,
                host.get("ncpus").asInt(),
                host.get("ngpus").asInt(),
                host.get("cpu_flops").asDouble(),
                host.get("gpu_flops").asDouble(),
                host.get("ngpus").asInt() > 0,
                String.join(",", projects));
    }
}
