package io.fairstream.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Dashboards, alerts and the page about them name what is served. */
class MonitoringTest {
    private static final Path FOLDER = Path.of("..", "..", "docker", "monitoring");
    private static final Path PAGE = Path.of("..", "..", "docs", "operate.md");
    private static final Path METRICS = Path.of("..", "..", "docs", "metrics.md");
    private static final String TABLE = "| metric | labels | meaning |\n|---|---|---|\n";
    private static final Pattern METRIC = Pattern.compile("\\bfairstream_\\w+");
    private static final Pattern BY_LABEL = Pattern.compile("(?:by|on) ?\\(([a-z, ]*)\\)");

    @Test
    void eachMetricOfAQueryIsServed() throws IOException {
        Set<String> served =
                Arrays.stream(Family.values()).map(MetricsTest::servedName).collect(Collectors.toSet());
        String pauses = MetricsTest.servedName(Family.JVM_GC_PAUSE_SECONDS);
        served.addAll(Set.of(pauses + "_count", pauses + "_sum", pauses + "_max"));
        Set<String> unknown = new TreeSet<>();
        for (String query : queries()) {
            METRIC.matcher(query).results().map(MatchResult::group).forEach(unknown::add);
        }
        assertTrue(unknown.size() > 20, unknown::toString);
        unknown.removeAll(served);
        assertEquals(Set.of(), unknown);
    }

    @Test
    void eachLabelOfAQueryIsOneOfItsMetrics() throws IOException {
        for (String query : queries()) {
            Set<String> labels = new TreeSet<>(Set.of("instance", "job"));
            Matcher metrics = METRIC.matcher(query);
            while (metrics.find()) {
                Arrays.stream(Family.values())
                        .filter(family -> metrics.group().startsWith(MetricsTest.servedName(family)))
                        .forEach(family -> labels.addAll(family.labels));
            }
            Matcher grouped = BY_LABEL.matcher(query);
            while (grouped.find()) {
                Set<String> asked = new TreeSet<>(Set.of(grouped.group(1).split(", ")));
                asked.removeAll(labels);
                assertEquals(Set.of(), asked, query);
            }
        }
    }

    /** The table is generated from the served metrics; {@code -Dgolden.write=true} rewrites it. */
    @Test
    void thePageHasEachMetricWithItsMeaning() throws IOException {
        String page = Files.readString(METRICS);
        String head = page.substring(0, page.indexOf(TABLE));
        String expected = head
                + TABLE
                + Arrays.stream(Family.values()).map(MonitoringTest::row).collect(Collectors.joining());
        if (Boolean.getBoolean("golden.write")) {
            Files.writeString(METRICS, expected);
        }
        assertEquals(expected, Files.readString(METRICS));
    }

    private static String row(Family family) {
        String labels = family.labels.stream().map(label -> "`" + label + "`").collect(Collectors.joining(", "));
        return "| `" + MetricsTest.servedName(family) + "` | " + labels + " | " + family.help + " |\n";
    }

    @Test
    void thePageSaysOfEachAlertWhatToDo() throws IOException {
        List<String> found = Pattern.compile("(?m)^### (Fairstream\\w+)$")
                .matcher(Files.readString(PAGE))
                .results()
                .map(heading -> heading.group(1))
                .toList();
        assertEquals(
                new TreeSet<>(
                        rules().stream().map(rule -> rule.get("alert").asText()).toList()),
                new TreeSet<>(found));
    }

    @Test
    void panelsHaveIdsOfTheirOwnAndAMeaning() throws IOException {
        for (JsonNode board : boards()) {
            Set<Integer> ids = new TreeSet<>();
            for (JsonNode panel : board.get("panels")) {
                assertTrue(ids.add(panel.get("id").asInt()), panel.get("title").asText());
                assertTrue(
                        panel.get("description").asText().endsWith("."),
                        panel.get("title").asText());
            }
        }
    }

    private static List<String> queries() throws IOException {
        List<String> queries = new ArrayList<>();
        rules().forEach(rule -> queries.add(rule.get("expr").asText()));
        for (JsonNode board : boards()) {
            for (JsonNode panel : board.get("panels")) {
                panel.get("targets")
                        .forEach(target -> queries.add(target.get("expr").asText()));
            }
        }
        return queries;
    }

    private static List<JsonNode> boards() throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        return List.of(
                mapper.readTree(FOLDER.resolve("operation.json").toFile()),
                mapper.readTree(FOLDER.resolve("fairness.json").toFile()));
    }

    private static List<JsonNode> rules() throws IOException {
        Object file =
                new Yaml(new SafeConstructor(new LoaderOptions())).load(Files.readString(FOLDER.resolve("alerts.yml")));
        JsonNode tree = new ObjectMapper().valueToTree(file);
        List<JsonNode> rules = new ArrayList<>();
        tree.at("/groups/0/rules").forEach(rules::add);
        return rules;
    }
}
