package io.fairstream.it.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.it.harness.Console;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The priorities that {@code replay --json} printed.
 *
 * @param priorities by customer
 */
record Replay(Console console, Map<String, JsonNode> priorities) {
    private static final List<String> EXACT = List.of(
            "resourcesInUse",
            "weightInUse",
            "accumulatedUsage",
            "weightedAccumulatedUsage",
            "beginUsage",
            "lastUsage",
            "asOf",
            "priorityFactor",
            "halfLifeSeconds");

    /** On a private cluster. */
    static Replay embedded(Path file, String... more) {
        List<String> arguments = new ArrayList<>(List.of("--embedded"));
        arguments.addAll(List.of(more));
        Console console = run(file, arguments).succeeded();
        return new Replay(console, console.rowsBy("customer"));
    }

    static Console run(Path file, List<String> more) {
        List<String> arguments = new ArrayList<>(
                List.of("replay", file.toString(), "--format", "swf", "--as", "matches", "--print", "priorities"));
        arguments.add("--json");
        arguments.addAll(more);
        return Console.run(arguments);
    }

    /** The sum over all customers, not rounded. */
    BigDecimal weightedUsage() {
        return priorities.values().stream()
                .map(row -> row.get("weightedAccumulatedUsage").decimalValue())
                .reduce(BigDecimal.ZERO, BigDecimal::add)
                .stripTrailingZeros();
    }

    /** The largest relative difference of real priorities; fails unless everything else is the same. */
    double largestDifferenceTo(Replay other) {
        assertEquals(other.priorities.keySet(), priorities.keySet());
        return priorities.values().stream()
                .mapToDouble(row -> difference(
                        row,
                        Objects.requireNonNull(
                                other.priorities.get(row.get("customer").asText()))))
                .max()
                .orElse(0);
    }

    private static double difference(JsonNode row, JsonNode twin) {
        for (String field : EXACT) {
            assertEquals(twin.get(field), row.get(field), () -> field + " of " + row);
        }
        double priority = twin.get("realPriority").asDouble();
        return Math.abs(row.get("realPriority").asDouble() - priority) / priority;
    }
}
