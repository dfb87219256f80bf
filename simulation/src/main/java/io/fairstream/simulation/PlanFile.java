package io.fairstream.simulation;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
        JsonNode tree = JSON.readTree(Files.readString(file));
        List<Sent> records = new ArrayList<>();
        for (JsonNode record : field(file, tree, "records")) {
            records.add(new Sent(
                    field(file, record, "topic").asText(),
                    field(file, record, "partition").asInt(),
                    bytes(record.get("key")),
                    bytes(record.get("value")),
                    field(file, record, "timestamp").asLong()));
        }
        return new Plan(
                field(file, tree, "seed").asLong(),
                field(file, tree, "partitions").asInt(),
                field(file, tree, "instances").asInt(),
                field(file, tree, "faults").asInt(),
                JSON.convertValue(field(file, tree, "settings"), new TypeReference<List<Map<String, String>>>() {}),
                records);
    }

    private static JsonNode field(Path file, JsonNode node, String name) throws IOException {
        JsonNode field = node == null ? null : node.get(name);
        if (field == null) {
            throw new IOException(file + ": " + name + " is missing (expected: a plan as simulate writes it)");
        }
        return field;
    }

    private static @Nullable Bytes bytes(@Nullable JsonNode node) throws IOException {
        return node == null || node.isNull() ? null : Bytes.wrap(node.binaryValue());
    }
}
