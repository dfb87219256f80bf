package io.fairstream.schemas;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/** Reads values of generated records by their schema. The parser stands on a value's first token before and on its last one after. */
@NullMarked
final class RecordReader {
    private static final GeneratedRecords MODEL = GeneratedRecords.model();
    private static final Set<String> NOT_FINITE = Set.of("NaN", "Infinity", "-Infinity");

    private RecordReader() {}

    static SpecificRecord readRecord(JsonParser json, Schema schema) throws IOException {
        requireStart(JsonToken.START_OBJECT, json, schema);
        SpecificRecord avro = (SpecificRecord) MODEL.newRecord(null, schema);
        boolean[] given = new boolean[schema.getFields().size()];
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            Schema.Field field = schema.getField(json.currentName());
            if (field == null) {
                throw JsonException.unknown(json, "unknown field", names(schema));
            }
            if (given[field.pos()]) {
                throw JsonException.at(json, "given twice");
            }
            given[field.pos()] = true;
            json.nextToken();
            avro.put(field.pos(), read(json, field.schema()));
        }
        for (Schema.Field field : schema.getFields()) {
            if (!given[field.pos()]) {
                if (!field.hasDefaultValue()) {
                    throw JsonException.missing(json, field.name(), expected(field.schema()));
                }
                avro.put(field.pos(), MODEL.deepCopy(field.schema(), MODEL.getDefaultValue(field)));
            }
        }
        return avro;
    }

    private static @Nullable Object read(JsonParser json, Schema schema) throws IOException {
        return switch (schema.getType()) {
            case RECORD -> readRecord(json, schema);
            case UNION -> readUnion(json, schema);
            case ARRAY -> readArray(json, schema);
            case MAP -> readMap(json, schema);
            default -> {
                Object value = scalar(json, schema);
                if (value == null) {
                    throw JsonException.unexpected(json, expected(schema));
                }
                yield value;
            }
        };
    }

    private static void requireStart(JsonToken start, JsonParser json, Schema schema) throws IOException {
        if (json.currentToken() != start) {
            throw JsonException.unexpected(json, expected(schema));
        }
    }

    private static @Nullable Object readUnion(JsonParser json, Schema union) throws IOException {
        if (json.currentToken() == JsonToken.VALUE_NULL && union.isNullable()) {
            return null;
        }
        Schema plain = PlainJson.nullable(union);
        return plain != null ? read(json, plain) : readChoice(json, union);
    }

    private static Object readChoice(JsonParser json, Schema union) throws IOException {
        requireStart(JsonToken.START_OBJECT, json, union);
        if (json.nextToken() == JsonToken.END_OBJECT) {
            throw JsonException.at(json, "an empty object (expected: " + expected(union) + ")");
        }
        String name = json.currentName();
        for (Schema choice : union.getTypes()) {
            if (choice.getType() == Schema.Type.RECORD && choice.getName().equals(name)) {
                json.nextToken();
                Object value = readRecord(json, choice);
                if (json.nextToken() != JsonToken.END_OBJECT) {
                    throw JsonException.at(json, "a second key (expected: " + expected(union) + ")");
                }
                return value;
            }
        }
        throw JsonException.unknown(json, "unknown", names(union));
    }

    private static List<@Nullable Object> readArray(JsonParser json, Schema schema) throws IOException {
        requireStart(JsonToken.START_ARRAY, json, schema);
        List<@Nullable Object> elements = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            elements.add(read(json, schema.getElementType()));
        }
        return elements;
    }

    private static Map<String, @Nullable Object> readMap(JsonParser json, Schema schema) throws IOException {
        requireStart(JsonToken.START_OBJECT, json, schema);
        Map<String, @Nullable Object> entries = new LinkedHashMap<>();
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String name = json.currentName();
            json.nextToken();
            entries.put(name, read(json, schema.getValueType()));
        }
        return entries;
    }

    /** Reads a single value; null if it is rejected. */
    private static @Nullable Object scalar(JsonParser json, Schema schema) throws IOException {
        String text = json.currentToken() == JsonToken.VALUE_STRING ? json.getText() : null;
        return switch (schema.getType()) {
            case STRING -> text != null && isWellFormed(text) ? text : null;
            case ENUM -> text != null && schema.hasEnumSymbol(text) ? MODEL.createEnum(text, schema) : null;
            case BOOLEAN -> json.currentToken().isBoolean() ? json.getBooleanValue() : null;
            case INT -> {
                Long value = wholeNumber(json);
                yield value != null && value == value.intValue() ? (Integer) value.intValue() : null;
            }
            case LONG -> {
                boolean isTime = schema.getLogicalType() instanceof LogicalTypes.TimestampMillis;
                Long value = wholeNumber(json);
                yield !isTime
                        ? value
                        : value != null ? Instant.ofEpochMilli(value) : text != null ? instant(text) : null;
            }
            case DOUBLE -> text == null ? finite(json) : NOT_FINITE.contains(text) ? Double.valueOf(text) : null;
            default -> throw new IllegalArgumentException(schema + " has no plain JSON form");
        };
    }

    static String expected(Schema schema) {
        return switch (schema.getType()) {
            case UNION -> {
                Schema plain = PlainJson.nullable(schema);
                yield plain != null ? expected(plain) : "an object with one key of " + String.join(", ", names(schema));
            }
            case ARRAY -> "an array";
            case STRING -> "a string";
            case ENUM -> "one of " + String.join(", ", schema.getEnumSymbols());
            case BOOLEAN -> "true or false";
            case INT -> "a whole number from -2147483648 to 2147483647";
            case LONG ->
                schema.getLogicalType() instanceof LogicalTypes.TimestampMillis
                        ? "a time as in 2023-11-15T22:13:20Z, or epoch milliseconds"
                        : "a whole number from -9223372036854775808 to 9223372036854775807";
            case DOUBLE -> "a number";
            default -> "an object";
        };
    }

    private static List<String> names(Schema schema) {
        return schema.getType() == Schema.Type.RECORD
                ? schema.getFields().stream().map(Schema.Field::name).toList()
                : PlainJson.choices(schema).stream().map(Schema::getName).toList();
    }

    /** Returns false for unpaired surrogates: JSON can escape half a pair, but UTF-8 cannot encode it, so two such names would be one. */
    private static boolean isWellFormed(String text) {
        return text.chars().noneMatch(c -> Character.isSurrogate((char) c))
                || StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }

    private static @Nullable Long wholeNumber(JsonParser json) throws IOException {
        try {
            return switch (json.currentToken()) {
                case VALUE_NUMBER_INT ->
                    json.getNumberType() == JsonParser.NumberType.BIG_INTEGER ? null : (Long) json.getLongValue();
                case VALUE_NUMBER_FLOAT -> json.getDecimalValue().longValueExact();
                default -> null;
            };
        } catch (ArithmeticException | NumberFormatException notWhole) {
            return null;
        }
    }

    private static @Nullable Double finite(JsonParser json) throws IOException {
        double value = json.currentToken().isNumeric() ? json.getDoubleValue() : Double.NaN;
        return Double.isFinite(value) ? (Double) value : null;
    }

    private static @Nullable Instant instant(String text) {
        try {
            return Instant.ofEpochMilli(Instant.parse(text).toEpochMilli());
        } catch (DateTimeException | ArithmeticException notATime) {
            return null;
        }
    }
}
