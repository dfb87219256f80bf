package io.fairstream.simulation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairstream.schemas.JsonException;
import io.fairstream.schemas.Topics;
import io.fairstream.simulation.history.Sent;
import io.fairstream.simulation.history.SimulatedRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/** A plan as a file: JSON, with keys and values of records in Base64, and the schemas by which they were written. It outlives changes of
 * schemas and of how histories are made.
 */
public final class PlanFile {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String EXPECTED = " (expected: a plan as the simulator writes it)";

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
        ObjectNode schemas = tree.putObject("schemas");
        ArrayNode records = tree.putArray("records");
        for (Sent record : plan.records()) {
            ObjectNode one = records.addObject();
            one.put("topic", record.topic());
            one.put("partition", record.partition());
            one.put("key", bytes(record.key()));
            one.put("value", bytes(record.value()));
            one.put("timestamp", record.timestamp());
            addSchema(schemas, record.value());
        }
        Files.writeString(file, tree.toPrettyString() + "\n");
    }

    private static void addSchema(ObjectNode schemas, @Nullable Bytes value) {
        if (value != null) {
            SimulatedRegistry.schema(value)
                    .ifPresent(schema ->
                            schemas.put(Integer.toString(SimulatedRegistry.number(value)), schema.toString()));
        }
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
            throw new IOException(file + ": " + JsonException.words(e) + EXPECTED, e);
        } catch (IllegalArgumentException e) {
            throw new IOException(file + ": " + e.getMessage() + EXPECTED, e);
        }
    }

    private static Plan plan(JsonNode tree) throws IOException {
        int partitions = whole(tree, "partitions");
        Map<Integer, Schema> schemas = schemas(tree);
        List<Sent> records = new ArrayList<>();
        for (JsonNode record : field(tree, "records")) {
            records.add(record(record, partitions, schemas));
        }
        return new Plan(
                field(tree, "seed").asLong(),
                partitions,
                whole(tree, "instances"),
                whole(tree, "faults"),
                JSON.convertValue(field(tree, "settings"), new TypeReference<List<Map<String, String>>>() {}),
                records);
    }

    private static Map<Integer, Schema> schemas(JsonNode tree) {
        Map<Integer, Schema> schemas = new HashMap<>();
        for (Map.Entry<String, JsonNode> schema : field(tree, "schemas").properties()) {
            try {
                schemas.put(
                        Integer.valueOf(schema.getKey()),
                        new Schema.Parser().parse(schema.getValue().asText()));
            } catch (AvroRuntimeException e) {
                throw new IllegalArgumentException("schema " + schema.getKey() + " is no Avro schema", e);
            }
        }
        return schemas;
    }

    private static Sent record(JsonNode record, int partitions, Map<Integer, Schema> schemas) throws IOException {
        String topic = field(record, "topic").asText();
        int partition = whole(record, "partition");
        if (Topics.named(topic).isEmpty()) {
            throw new IllegalArgumentException("no topic \"" + topic + "\"");
        }
        if (partition >= partitions) {
            throw new IllegalArgumentException("partition " + partition + " of " + partitions);
        }
        Bytes value = bytes(record.get("value"));
        return new Sent(
                topic,
                partition,
                bytes(record.get("key")),
                value == null ? null : SimulatedRegistry.renumbered(value, schemas),
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
