package io.fairstream.query.whatif;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.JsonLines;
import io.fairstream.query.records.JsonLines.LineException;
import io.fairstream.rules.Names;
import io.fairstream.schemas.JsonException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * Demand of a submitter: a line of a file of demands.
 *
 * @param weight slot weight in addition to the held one
 * @param skip whether it does not take part in matching
 * @param jobPriority of the best job
 */
public record Demand(double weight, boolean skip, int jobPriority) {
    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private static final List<String> FIELDS = List.of("submitter", "demand", "skip", "jobPriority");

    /**
     * Reads the file, one line for each submitter.
     *
     * @param file path; {@code -} for standard input; a name that ends with {@code .gz} is decompressed
     * @throws Failure naming the first bad line
     */
    public static Map<String, Demand> read(String file) throws IOException {
        Map<String, Demand> demands = new LinkedHashMap<>();
        try (JsonLines lines = JsonLines.open(file)) {
            while (lines.hasNext()) {
                JsonLines.Line line = lines.next();
                JsonNode json = json(line);
                Demand demand = of(line, json);
                if (demands.put(json.get("submitter").textValue(), demand) != null) {
                    throw bad(line, "submitter", json.get("submitter"), "no submitter given before");
                }
            }
        } catch (LineException e) {
            throw new Failure(String.valueOf(e.getMessage()), e);
        }
        return demands;
    }

    private static JsonNode json(JsonLines.Line line) {
        try {
            JsonNode json = JSON.readTree(line.text());
            if (json.isObject()) {
                return json;
            }
        } catch (JsonProcessingException e) {
            throw new Failure(where(line) + "no JSON: " + JsonException.words(e), e);
        }
        throw new Failure(where(line) + "not a JSON object (expected: {\"submitter\":\"alice\",\"demand\":100})");
    }

    private static Demand of(JsonLines.Line line, JsonNode json) {
        json.fieldNames().forEachRemaining(name -> {
            if (!FIELDS.contains(name)) {
                throw new Failure(
                        where(line) + name + ": unknown (expected: one of " + String.join(", ", FIELDS) + ")");
            }
        });
        require(line, json, "submitter", Demand::isName, "a customer's name");
        require(line, json, "demand", Demand::isDemand, "slot weight, a number of at least 0");
        return new Demand(
                json.get("demand").doubleValue(),
                json.has("skip")
                        && require(line, json, "skip", JsonNode::isBoolean, "true or false")
                                .booleanValue(),
                json.has("jobPriority")
                        ? require(line, json, "jobPriority", JsonNode::isInt, "a whole number")
                                .intValue()
                        : 0);
    }

    private static boolean isName(JsonNode value) {
        return value.isTextual() && Names.refusal("submitter", value.textValue()) == null;
    }

    private static boolean isDemand(JsonNode value) {
        return value.isNumber() && value.doubleValue() >= 0 && Double.isFinite(value.doubleValue());
    }

    private static JsonNode require(
            JsonLines.Line line, JsonNode json, String field, Predicate<JsonNode> legal, String expected) {
        JsonNode value = json.get(field);
        if (value == null || !legal.test(value)) {
            throw bad(line, field, value == null ? "missing" : Objects.requireNonNull(value), expected);
        }
        return value;
    }

    private static Failure bad(JsonLines.Line line, String field, Object is, String expected) {
        return new Failure(where(line) + field + ": " + is + " (expected: " + expected + ")");
    }

    private static String where(JsonLines.Line line) {
        return line.file() + ":" + line.number() + ": ";
    }
}
