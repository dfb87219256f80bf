package io.fairstream.it.vectors;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairstream.it.harness.Console;
import io.fairstream.testing.VectorScript;
import io.fairstream.testing.VectorScript.Expectation;
import io.fairstream.testing.VectorScript.Line;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** HTCondor's vectors through {@code fold}: JSON lines in, rows of the table out, a real broker between. */
class ITVectors {
    private static final double EXACT = 1e-9;
    private static final double DEFAULT_FACTOR = 1000;
    private static final String IMPOSSIBLE = "factor: 0.25 (expected: 1 to 1e15)";

    @TempDir
    private Path directory;

    /** The last of each script, after all of its events; the rules' own test meets those between. */
    static Stream<Arguments> expectations() {
        return VectorScript.all().stream().map(script -> Arguments.of(script, last(script.expectations())));
    }

    private static Expectation last(List<Expectation> expectations) {
        return expectations.get(expectations.size() - 1);
    }

    @Test
    void thereIsOneOfEachOfElevenScripts() {
        assertEquals(11, expectations().count());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("expectations")
    void foldPrintsTheNumbers(VectorScript script, Expectation expected) throws IOException {
        Map<String, JsonNode> table = fold(script, expected);
        for (JsonNode row : expected.exact()) {
            assertEquals(expected.atSeconds(), row.get("t").asLong(), row::toString);
            numbers(table, row)
                    .forEach((name, number) -> assertNear(row.path(name).asDouble(number), number, 0, name, row));
        }
        for (JsonNode row : expected.real()) {
            if (row.get("as_of").asLong() == expected.atSeconds()) {
                comparePrinted(script, numbers(table, row), row);
            }
        }
    }

    /** HTCondor stamps the beginning and last use with its update cycles, of which we have none. */
    private static void comparePrinted(VectorScript script, Map<String, Double> numbers, JsonNode row) {
        double factor = numbers.getOrDefault("Factor", Double.NaN);
        numbers.forEach((name, number) -> {
            double tolerance = name.equals("EUP") ? (script.tolerance("RUP") + 1e-6) * factor : script.tolerance(name);
            if (!name.endsWith("Time") && row.has(name)) {
                assertNear(row.get(name).asDouble(), number, tolerance, name, row);
            }
        });
    }

    private static void assertNear(double wanted, double number, double tolerance, String name, JsonNode row) {
        assertEquals(wanted, number, tolerance + EXACT * Math.abs(wanted), () -> name + " of " + row);
    }

    /** The priorities at that instant, by customer. */
    private Map<String, JsonNode> fold(VectorScript script, Expectation expected) throws IOException {
        List<Line> lines = new ArrayList<>();
        List<String> refusals = new ArrayList<>();
        for (Line line : expected.before()) {
            lines.add(line);
            if (line.value().at("/edit/SetFactor/factor").asDouble(1) < 1) {
                refusals.add("EDIT_IMPOSSIBLE " + IMPOSSIBLE);
                lines.add(withFactorOne(line));
            }
        }
        List<String> arguments = new ArrayList<>(List.of("fold", "--ignore-errors"));
        for (String topic : List.of("matches", "account-edits")) {
            arguments.add(topic + "=" + file(topic, lines));
        }
        arguments.addAll(List.of("--set", "priority.halflife=" + script.halfLifeSeconds()));
        arguments.addAll(List.of("--set", "priority.factor.default=" + DEFAULT_FACTOR));
        arguments.addAll(List.of("--set", "local.domain=" + script.localDomain()));
        arguments.addAll(List.of("--set", "groups=" + String.join(",", script.groups())));
        arguments.addAll(List.of("--set", "priority.factor.groups=" + factors(script)));
        arguments.addAll(
                List.of("--at", Instant.ofEpochSecond(expected.atSeconds()).toString()));
        arguments.addAll(List.of("--print", "priorities,rejections", "--json"));
        return priorities(Console.run(arguments).succeeded(), refusals);
    }

    private static String factors(VectorScript script) {
        return script.groupFactors().entrySet().stream()
                .map(group -> group.getKey() + "=" + group.getValue())
                .collect(Collectors.joining(","));
    }

    private static Map<String, JsonNode> priorities(Console fold, List<String> refusals) {
        Map<String, JsonNode> priorities = new HashMap<>();
        List<String> refused = new ArrayList<>();
        for (JsonNode line : fold.rows()) {
            JsonNode row = line.get("row");
            if (line.get("table").asText().equals("priorities")) {
                priorities.put(row.get("customer").asText(), row);
            } else {
                refused.add(row.get("reason").asText() + " " + row.get("detail").asText());
            }
        }
        assertEquals(refusals, refused);
        return priorities;
    }

    /** HTCondor's tool takes a factor below 1 as 1; we refuse it. */
    private static Line withFactorOne(Line line) {
        ObjectNode value = line.value().deepCopy();
        ((ObjectNode) value.at("/edit/SetFactor")).put("factor", 1.0);
        return new Line(line.topic(), line.key(), value);
    }

    private Path file(String topic, List<Line> lines) throws IOException {
        List<String> texts = lines.stream()
                .filter(line -> line.topic().equals(topic))
                .map(line -> line.value().toString())
                .toList();
        return Files.write(directory.resolve(topic + ".jsonl"), texts);
    }

    /** In HTCondor's names; a customer whom the table does not know has the defaults. */
    private static Map<String, Double> numbers(Map<String, JsonNode> table, JsonNode wanted) {
        JsonNode row = table.get(wanted.get("customer").asText());
        if (row == null) {
            return numbers(0.5, DEFAULT_FACTOR, 0.5 * DEFAULT_FACTOR, 0, 0, 0, 0, 0, 0);
        }
        return numbers(
                row.get("realPriority").asDouble(),
                row.get("priorityFactor").asDouble(),
                row.get("effectivePriority").asDouble(),
                row.get("resourcesInUse").asDouble(),
                row.get("weightInUse").asDouble(),
                row.get("accumulatedUsage").asDouble(),
                row.get("weightedAccumulatedUsage").asDouble(),
                seconds(row.path("beginUsage")),
                seconds(row.path("lastUsage")));
    }

    private static Map<String, Double> numbers(double... numbers) {
        List<String> names = List.of(
                "RUP",
                "Factor",
                "EUP",
                "ResourcesUsed",
                "WeightedResourcesUsed",
                "AccumulatedUsage",
                "WeightedAccumulatedUsage",
                "BeginUsageTime",
                "LastUsageTime");
        Map<String, Double> named = new HashMap<>();
        for (int i = 0; i < numbers.length; i++) {
            named.put(names.get(i), numbers[i]);
        }
        return named;
    }

    private static double seconds(JsonNode time) {
        return time.isMissingNode() ? 0 : Instant.parse(time.asText()).toEpochMilli() / 1000.0;
    }
}
