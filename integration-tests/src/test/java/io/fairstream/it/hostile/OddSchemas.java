package io.fairstream.it.hostile;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairstream.schemas.registry.SchemaRegistry;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.Schema;

/** Records under schemas of the right name that somebody has registered, and that cannot be read as ours. */
final class OddSchemas {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long MOST = Integer.MAX_VALUE - 8;

    private OddSchemas() {}

    /** Values for a topic of such records: nested deeply, and promising more than there is. */
    static List<byte[]> values(Schema ours, SchemaRegistry registry) {
        byte[] deep = new byte[400_000];
        Arrays.fill(deep, (byte) 2);
        return List.of(
                value(ours, "deep", """
                        ["null", {"type": "record", "name": "Deep", "fields": [
                          {"name": "next", "type": ["null", "Deep"]}]}]""", deep, registry),
                value(ours, "text", "\"string\"", number(MOST), registry),
                value(ours, "bytes", "\"bytes\"", number(MOST), registry),
                value(ours, "nulls", "{\"type\": \"array\", \"items\": \"null\"}", number(MOST), registry),
                value(ours, "map", "{\"type\": \"map\", \"values\": \"long\"}", number(MOST), registry),
                value(ours, ours.getFields().get(0).name(), "\"boolean\"", new byte[] {1}, registry));
    }

    private static byte[] value(Schema ours, String name, String type, byte[] avro, SchemaRegistry registry) {
        int id = registry.register("odd-" + ours.getName() + "-" + name, schema(ours, name, type));
        return ByteBuffer.allocate(5 + avro.length)
                .put((byte) 0)
                .putInt(id)
                .put(avro)
                .array();
    }

    /** Ours with a first field of that name. */
    private static Schema schema(Schema ours, String name, String type) {
        try {
            ObjectNode schema = (ObjectNode) JSON.readTree(ours.toString());
            ArrayNode fields = JSON.createArrayNode();
            fields.addObject().put("name", name).set("type", JSON.readTree(type));
            for (JsonNode field : schema.path("fields")) {
                if (!field.path("name").asText().equals(name)) {
                    fields.add(field);
                }
            }
            schema.set("fields", fields);
            return new Schema.Parser().parse(schema.toString());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A number as Avro writes it. */
    static byte[] number(long value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        long left = (value << 1) ^ (value >> 63);
        while ((left & ~0x7FL) != 0) {
            bytes.write((int) ((left & 0x7F) | 0x80));
            left >>>= 7;
        }
        bytes.write((int) left);
        return bytes.toByteArray();
    }
}
