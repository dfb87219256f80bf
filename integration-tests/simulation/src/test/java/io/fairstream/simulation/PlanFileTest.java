package io.fairstream.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanFileTest {
    private static final String PLAN = "{\"seed\":1,\"partitions\":1,\"instances\":1,\"faults\":0,\"settings\":[{}],"
            + "\"schemas\":{},\"records\":[{\"topic\":\"matches\",\"partition\":0,\"timestamp\":1}]}";

    private static final int MORE = 1000;
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"instances\":1 | \"instances\":0        | instances: 0 (expected: >= 1)",
                "\"faults\":0    | \"faults\":-1          | faults: -1 (expected: >= 0)",
                "\"faults\":0    | \"faults\":\"many\"    | faults: \"many\" is no whole number",
                "\"faults\":0,   | \"other\":0,           | faults is missing",
                "[{}]            | []                     | settings: 0 (expected: >= 1)",
                "matches         | priority               | no topic \"priority\"",
                "\"partition\":0 | \"partition\":1        | partition 1 of 1",
                "\"schemas\":{} | \"schemas\":{\"7\":\"x\"} | schema 7 is no Avro schema",
            })
    void saysWhatIsWrong(String good, String wrong, String problem) throws IOException {
        assertTrue(PLAN.contains(good));
        Path file = file(PLAN.replace(good, wrong));
        IOException failure = assertThrows(IOException.class, () -> PlanFile.read(file));
        assertEquals(file + ": " + problem + " (expected: a plan as the simulator writes it)", failure.getMessage());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "slot1 alice       | Unrecognized token 'slot1': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')",
                "{\"partitions\":1 | Unexpected end-of-input: expected close marker for Object",
            })
    void saysThatAFileIsNotJson(String text, String problem) throws IOException {
        Path file = file(text);
        IOException failure = assertThrows(IOException.class, () -> PlanFile.read(file));
        assertEquals(file + ": " + problem + " (expected: a plan as the simulator writes it)", failure.getMessage());
    }

    /** Another process, or a later version, may know the schemas by other numbers. */
    @Test
    void findsSchemasUnderOtherNumbers() throws IOException {
        Plan plan = Simulation.plan(4);
        Path file = directory.resolve("plan.json");
        PlanFile.write(file, new Result(plan, 0, "", List.of(), List.of("an example")));
        ObjectNode tree = (ObjectNode) JSON.readTree(Files.readAllBytes(file));
        ObjectNode schemas = JSON.createObjectNode();
        tree.get("schemas")
                .properties()
                .forEach(schema ->
                        schemas.set(Integer.toString(MORE + Integer.parseInt(schema.getKey())), schema.getValue()));
        tree.get("records").forEach(record -> renumber((ObjectNode) record, tree.get("schemas")));
        tree.set("schemas", schemas);
        assertEquals(plan, PlanFile.read(file(tree.toString())));
    }

    private static void renumber(ObjectNode record, JsonNode schemas) {
        byte[] value = Base64.getDecoder().decode(record.get("value").asText());
        if (value.length > 5
                && schemas.has(Integer.toString(ByteBuffer.wrap(value).getInt(1)))) {
            ByteBuffer.wrap(value).putInt(1, MORE + ByteBuffer.wrap(value).getInt(1));
            record.put("value", value);
        }
    }

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("plan.json"), text);
    }
}
