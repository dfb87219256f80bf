package io.fairstream.simulation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairstream.schemas.Topics;
import io.fairstream.simulation.history.Sent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/** A plan as a file: JSON, with keys and values of records in Base64. It outlives changes of how histories are made. */
public final class PlanFile {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String EXPECTED = " (expected: a plan as simulate writes it)";

    private PlanFile() {}

    /**
     * Writes a failure.
     *
     * @param file that is made or replaced
     */
    public static void write(Path file, Result failure) throws IOException {
        Plan plan = failure.plan();
        ObjectNode tree = JSON.createObjectNode();
        tree.put("seed", plan.seed());
        tree.put("partitions", plan.partitions());
        tree.put("instances", plan.instances());
        tree.put("faults", plan.faults());
        tree.set("settings", JSON.valueToTree(plan.settings()));
        tree.set("broken", JSON.valueToTree(failure.broken().stream().limit(1).toList()));
        ArrayNode records = tree.putArray("records");
        for (Sent record : plan.records()) {
            ObjectNode one = records.addObject();
            one.put("topic", record.topic());
            one.put("partition", record.partition());
            one.put("key", bytes(record.key()));
            one.put("value", bytes(record.value()));
            one.put("timestamp", record.timestamp());
        }
        Files.writeString(file, tree.toPrettyString() + "\n");
    }

    private static byte @Nullable [] bytes(@Nullable Bytes bytes) {
        return bytes == null ? null : bytes.get();
    }

    /**
     * Reads a plan.
     *
     * @throws IOException if there is none, with what is wrong
     */
    public static Plan read(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        try {
            return plan(JSON.readTree(bytes));
        } catch (JsonProcessingException e) {
            throw new IOException(file + ": " + e.getOriginalMessage() + EXPECTED, e);
        } catch (IllegalArgumentException e) {
            throw new IOException(file + ": " + e.getMessage() + EXPECTED, e);
        }
    }

    private static Plan plan(JsonNode tree) throws IOException {
        int partitions = whole(tree, "partitions");
        List<Sent> records = new ArrayList<>();
        for (JsonNode record : field(tree, "records")) {
            records.add(record(record, partitions));
        }
        return new Plan(
                field(tree, "seed").asLong(),
                partitions,
                whole(tree, "instances"),
                whole(tree, "faults"),
                JSON.convertValue(field(tree, "settings"), new TypeReference<List<Map<String, String>>>() {}),
                records);
    }

    private static Sent record(JsonNode record, int partitions) throws IOException {
        String topic = field(record, "topic").asText();
        int partition = whole(record, "partition");
        if (Topics.named(topic).isEmpty()) {
            throw new IllegalArgumentException("no topic \"" + topic + "\"");
        }
        if (partition >= partitions) {
            throw new IllegalArgumentException("partition " + partition + " of " + partitions);
        }
        return new Sent(
                topic,
                partition,
                bytes(record.get("key")),
                bytes(record.get("value")),
                field(record, "timestamp").asLong());
    }

    private static int whole(JsonNode node, String name) {
        JsonNode number = field(node, name);
        if (!number.isInt()) {
            throw new IllegalArgumentException(name + ": " + number + " is no whole number");
        }
        return number.intValue();
    }

    private static JsonNode field(JsonNode node, String name) {
        JsonNode field = node.get(name);
        if (field == null) {
            throw new IllegalArgumentException(name + " is missing");
        }
        return field;
    }

    private static @Nullable Bytes bytes(@Nullable JsonNode node) throws IOException {
        return node == null || node.isNull() ? null : Bytes.wrap(node.binaryValue());
    }
}
