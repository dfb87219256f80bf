package io.fairstream.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.StreamSupport;

/**
 * One vector of {@code vectors/htcondor.json}: its script as the JSON lines of the topics {@code matches} and {@code
 * account-edits}, in the plain JSON of the command line, and the rows that must follow. Knows no class of the rules, so
 * that it also feeds a real broker.
 */
public record VectorScript(JsonNode vector) {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /**
     * A line for a topic.
     *
     * @param topic {@code matches} or {@code account-edits}
     * @param key the resource or the customer
     */
    public record Line(String topic, String key, ObjectNode value) {}

    /** The rows that hold at an instant, after the lines before it. */
    public record Expectation(
            long atSeconds, String label, List<Line> before, List<JsonNode> exact, List<JsonNode> real) {}

    /** All vectors, read from the class path. */
    public static List<VectorScript> all() {
        try (InputStream file = VectorScript.class.getResourceAsStream("/vectors/htcondor.json")) {
            return StreamSupport.stream(
                            new ObjectMapper().readTree(file).get("vectors").spliterator(), false)
                    .map(VectorScript::new)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String id() {
        return vector.get("id").asText();
    }

    public double halfLifeSeconds() {
        return vector.at("/config/PRIORITY_HALFLIFE").asDouble(86400);
    }

    /** The local domain, or empty: then everybody is local. */
    public String localDomain() {
        return vector.at("/config/ACCOUNTANT_LOCAL_DOMAIN").asText("");
    }

    /** The accounting groups; none in most vectors. */
    public List<String> groups() {
        return StreamSupport.stream(vector.at("/config/GROUP_NAMES").spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }

    /** Priority factors of groups. */
    public Map<String, Double> groupFactors() {
        Map<String, Double> factors = new TreeMap<>();
        vector.at("/config/GROUP_PRIO_FACTOR")
                .properties()
                .forEach(group -> factors.put(group.getKey(), group.getValue().asDouble()));
        return factors;
    }

    /** Returns the distance that HTCondor's own number may have from the exact one. */
    public double tolerance(String number) {
        return vector.get("tolerance").path(number).asDouble(0);
    }

    /** Each {@code expect} with all lines before it in the script. */
    public List<Expectation> expectations() {
        List<Expectation> expectations = new ArrayList<>();
        List<Line> lines = new ArrayList<>();
        for (JsonNode step : vector.get("events")) {
            switch (step.get(0).asText()) {
                case "init", "update", "updates" -> {}
                case "expect" -> expectations.add(expectation(step, List.copyOf(lines)));
                default -> lines.add(line(step));
            }
        }
        return expectations;
    }

    private Expectation expectation(JsonNode step, List<Line> before) {
        String label = step.get(2).asText();
        return new Expectation(step.get(1).asLong(), label, before, rows("exact", label), rows("real_23_9_6", label));
    }

    private List<JsonNode> rows(String column, String label) {
        return StreamSupport.stream(vector.get(column).spliterator(), false)
                .filter(row -> row.get("at").asText().equals(label))
                .toList();
    }

    private static Line line(JsonNode step) {
        long at = step.get(1).asLong() * 1000;
        String name = step.get(2).asText();
        return switch (step.get(0).asText()) {
            case "add" ->
                match(
                        step.get(3).asText(),
                        at,
                        union("Matched", JSON.objectNode().put("customer", name).set("slotWeight", step.get(4))));
            case "remove" -> match(name, at, union("Unmatched", JSON.objectNode()));
            case "setfactor" -> edit(name, at, union("SetFactor", with("factor", step)));
            case "setprio" -> edit(name, at, union("SetPriority", with("priority", step)));
            case "setaccum" -> edit(name, at, union("SetAccumulatedUsage", with("weightedAccumulatedUsage", step)));
            case "resetusage" -> edit(name, at, union("ResetUsage", JSON.objectNode()));
            case "delete" -> edit(name, at, union("Delete", JSON.objectNode()));
            default -> throw new IllegalArgumentException("step: " + step);
        };
    }

    private static Line match(String resource, long at, ObjectNode change) {
        ObjectNode event = JSON.objectNode().put("resource", resource).put("at", at);
        return new Line("matches", resource, event.set("change", change));
    }

    private static Line edit(String customer, long at, ObjectNode edit) {
        ObjectNode value = JSON.objectNode().put("customer", customer).put("at", at);
        return new Line("account-edits", customer, value.set("edit", edit));
    }

    private static ObjectNode with(String field, JsonNode step) {
        return JSON.objectNode().set(field, step.get(3));
    }

    private static ObjectNode union(String branch, JsonNode value) {
        return JSON.objectNode().set(branch, value);
    }

    @Override
    public String toString() {
        return id();
    }
}
