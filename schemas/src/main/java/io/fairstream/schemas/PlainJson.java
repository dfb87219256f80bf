package io.fairstream.schemas;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteFeature;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/**
 * Avro records as plain JSON: a nullable is a plain value or absent, a union of records is an object whose one key is the record's name
 * ({@code "change":{"Unmatched":{}}}), and a time is ISO-8601 in UTC.
 *
 * <p>Supported are records of strings, booleans, ints, longs, doubles, {@code timestamp-millis}, enums, arrays,
 * nullables of these, and unions of records.
 */
@NullMarked
public final class PlainJson {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
            .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
            .build();

    private static final int TYPICAL_LENGTH = 256;

    private PlainJson() {}

    /**
     * Writes every field in the schema's order, on one line. Doubles have the fewest digits that read back the same ({@code 3.0},
     * {@code 0.1}); values that are not finite are the strings {@code "NaN"}, {@code "Infinity"} and {@code "-Infinity"}.
     */
    public static String write(IndexedRecord avro) {
        return write(avro, avro.getSchema());
    }

    /** Writes a value of any schema, such as an array of a record's field, like {@link #write(IndexedRecord)}. */
    public static String write(Object value, Schema schema) {
        StringWriter text = new StringWriter(TYPICAL_LENGTH);
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            RecordWriter.write(value, schema, json);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
        return text.toString();
    }

    /**
     * Reads one JSON object. Fields with defaults may be left out, in any order; a nullable may also be {@code null}; times are ISO-8601
     * with {@code Z} or an offset (digits beyond the millisecond are dropped) or epoch milliseconds. Whole numbers must be exact. Ranges of
     * values are not checked here.
     *
     * @throws JsonException if the text is not one JSON object, or a field is unknown, given twice, missing or of the wrong type
     */
    public static <T extends SpecificRecord> T read(Class<T> type, String text) {
        try (JsonParser json = FACTORY.createParser(text)) {
            return type.cast(readDocument(SpecificData.get().getSchema(type), json));
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory failed", e);
        }
    }

    private static Object readDocument(Schema schema, JsonParser json) throws IOException {
        try {
            if (json.nextToken() == null) {
                throw new JsonException("", "nothing (expected: an object)");
            }
            Object avro = RecordReader.readRecord(json, schema);
            if (json.nextToken() != null) {
                throw new JsonException(
                        "",
                        "something follows the object at column "
                                + json.currentTokenLocation().getColumnNr());
            }
            return avro;
        } catch (JsonProcessingException e) {
            throw JsonException.notJson(json, e);
        }
    }

    /** Returns the schema of the value if the union is null and one other type; null if it is a choice between records. */
    static @Nullable Schema nullable(Schema union) {
        List<Schema> types = union.getTypes();
        boolean isPlain = types.size() == 2 && union.isNullable();
        return isPlain ? types.get(types.get(0).getType() == Schema.Type.NULL ? 1 : 0) : null;
    }

    static List<Schema> choices(Schema union) {
        return union.getTypes().stream()
                .filter(type -> type.getType() != Schema.Type.NULL)
                .toList();
    }

    public static final class Spelling {
        private Spelling() {}

        /** Returns {@code did you mean slotWeight?}, or the list of known names when none is similar. */
        public static String hint(String given, Collection<String> known) {
            return nearest(given, known)
                    .map(name -> "did you mean " + name + "?")
                    .orElse(known.isEmpty() ? "expected: no fields" : "expected: one of " + String.join(", ", known));
        }

        /** Finds the most similar name; empty if more than a third of its letters differ. */
        public static Optional<String> nearest(String given, Collection<String> known) {
            return known.stream()
                    .min(Comparator.comparingInt(name -> distance(given, name)))
                    .filter(name -> distance(given, name) <= Math.max(1, name.length() / 3));
        }

        /** Levenshtein distance, ignoring case. */
        public static int distance(String one, String other) {
            String a = one.toLowerCase(Locale.ROOT);
            String b = other.toLowerCase(Locale.ROOT);
            int[] row = new int[b.length() + 1];
            for (int j = 0; j <= b.length(); j++) {
                row[j] = j;
            }
            for (int i = 1; i <= a.length(); i++) {
                int diagonal = row[0];
                row[0] = i;
                for (int j = 1; j <= b.length(); j++) {
                    int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                    diagonal = row[j];
                    row[j] = Math.min(substituted, 1 + Math.min(row[j], row[j - 1]));
                }
            }
            return row[b.length()];
        }
    }

    /** Writes a record, specific or generic, by its schema. */
    static final class RecordWriter {
        private RecordWriter() {}

        static void write(IndexedRecord avro, JsonGenerator json) throws IOException {
            json.writeStartObject();
            for (Schema.Field field : avro.getSchema().getFields()) {
                Object value = avro.get(field.pos());
                if (value != null) {
                    json.writeFieldName(field.name());
                    write(value, field.schema(), json);
                } else if (!field.schema().isNullable()) {
                    throw new IllegalArgumentException(
                            avro.getSchema().getName() + "." + field.name() + ": null (expected: a value)");
                }
            }
            json.writeEndObject();
        }

        static void write(@Nullable Object value, Schema schema, JsonGenerator json) throws IOException {
            if (value == null) {
                json.writeNull();
                return;
            }
            switch (schema.getType()) {
                case RECORD -> write((IndexedRecord) value, json);
                case UNION -> writeChoice(value, schema, json);
                case ARRAY -> writeArray((Collection<?>) value, schema.getElementType(), json);
                case MAP -> writeMap((Map<?, ?>) value, schema.getValueType(), json);
                case STRING, ENUM -> json.writeString(value.toString());
                case BOOLEAN -> json.writeBoolean((Boolean) value);
                case INT -> json.writeNumber((Integer) value);
                case LONG -> writeLong(value, schema, json);
                case DOUBLE -> json.writeNumber((Double) value);
                default -> throw new IllegalArgumentException(schema + " has no plain JSON form");
            }
        }

        private static void writeChoice(Object value, Schema union, JsonGenerator json) throws IOException {
            Schema plain = nullable(union);
            if (plain != null) {
                write(value, plain, json);
                return;
            }
            IndexedRecord chosen = (IndexedRecord) value;
            json.writeStartObject();
            json.writeFieldName(chosen.getSchema().getName());
            write(chosen, json);
            json.writeEndObject();
        }

        private static void writeArray(Collection<?> values, Schema element, JsonGenerator json) throws IOException {
            json.writeStartArray();
            for (Object value : values) {
                write(value, element, json);
            }
            json.writeEndArray();
        }

        private static void writeMap(Map<?, ?> values, Schema each, JsonGenerator json) throws IOException {
            json.writeStartObject();
            Map<String, @Nullable Object> sorted = new TreeMap<>();
            values.forEach((name, value) -> sorted.put(name.toString(), value));
            for (Map.Entry<String, @Nullable Object> value : sorted.entrySet()) {
                json.writeFieldName(value.getKey());
                write(value.getValue(), each, json);
            }
            json.writeEndObject();
        }

        private static void writeLong(Object value, Schema schema, JsonGenerator json) throws IOException {
            if (value instanceof Instant instant) {
                json.writeString(instant.toString());
            } else if (schema.getLogicalType() instanceof LogicalTypes.TimestampMillis) {
                json.writeString(Instant.ofEpochMilli((Long) value).toString());
            } else {
                json.writeNumber((Long) value);
            }
        }
    }
}
