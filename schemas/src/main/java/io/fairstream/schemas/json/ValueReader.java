package io.fairstream.schemas.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.fairstream.schemas.json.RecordReader.ChoiceReader;
import java.io.IOException;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** Reads the values of one schema. */
interface ValueReader {

    /**
     * Reads one value.
     *
     * @param json positioned on the value's first token; afterwards on its last
     * @throws JsonException if the value has another type
     */
    @Nullable
    Object read(JsonParser json) throws IOException;

    /** Description of the expected value, for messages: {@code a number}. */
    String expected();

    /**
     * Creates the reader for a schema.
     *
     * @param classes class loader of the generated records and enums
     */
    static ValueReader of(Schema schema, ClassLoader classes) {
        return switch (schema.getType()) {
            case RECORD -> RecordReader.of(load(schema, classes));
            case UNION -> ofUnion(schema, classes);
            case ARRAY -> new Elements("an array", of(schema.getElementType(), classes));
            case MAP -> new Entries("an object", of(schema.getValueType(), classes));
            case ENUM ->
                new Symbol(
                        "one of " + String.join(", ", schema.getEnumSymbols()),
                        schema.getEnumSymbols(),
                        load(schema, classes));
            case STRING -> ScalarReader.STRING;
            case BOOLEAN -> ScalarReader.BOOLEAN;
            case INT -> ScalarReader.INT;
            case LONG ->
                schema.getLogicalType() instanceof LogicalTypes.TimestampMillis ? ScalarReader.TIME : ScalarReader.LONG;
            case DOUBLE -> ScalarReader.DOUBLE;
            default -> throw new IllegalArgumentException(schema + " has no plain JSON form");
        };
    }

    private static ValueReader ofUnion(Schema union, ClassLoader classes) {
        Schema plain = PlainJson.nullable(union);
        ValueReader present = plain != null ? of(plain, classes) : ChoiceReader.of(union, classes);
        return union.isNullable() ? new Nullables(present.expected(), present) : present;
    }

    private static Class<?> load(Schema schema, ClassLoader classes) {
        try {
            return Class.forName(schema.getFullName(), true, classes);
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException("no class is generated for " + schema.getFullName(), e);
        }
    }

    record Nullables(String expected, ValueReader present) implements ValueReader {
        @Override
        public @Nullable Object read(JsonParser json) throws IOException {
            return json.currentToken() == JsonToken.VALUE_NULL ? null : present.read(json);
        }
    }

    record Elements(String expected, ValueReader element) implements ValueReader {
        @Override
        public Object read(JsonParser json) throws IOException {
            if (json.currentToken() != JsonToken.START_ARRAY) {
                throw JsonException.unexpected(json, expected);
            }
            List<@Nullable Object> elements = new ArrayList<>();
            while (json.nextToken() != JsonToken.END_ARRAY) {
                elements.add(element.read(json));
            }
            return elements;
        }
    }

    record Entries(String expected, ValueReader value) implements ValueReader {
        @Override
        public Object read(JsonParser json) throws IOException {
            if (json.currentToken() != JsonToken.START_OBJECT) {
                throw JsonException.unexpected(json, expected);
            }
            Map<String, @Nullable Object> entries = new LinkedHashMap<>();
            while (json.nextToken() != JsonToken.END_OBJECT) {
                String name = json.currentName();
                json.nextToken();
                entries.put(name, value.read(json));
            }
            return entries;
        }
    }

    record Symbol(String expected, List<String> symbols, Class<?> type) implements ValueReader {
        @Override
        public Object read(JsonParser json) throws IOException {
            int at = json.currentToken() == JsonToken.VALUE_STRING ? symbols.indexOf(json.getText()) : -1;
            if (at < 0) {
                throw JsonException.unexpected(json, expected);
            }
            return Array.get(type.getEnumConstants(), at);
        }
    }
}
