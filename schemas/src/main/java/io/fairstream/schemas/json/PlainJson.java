package io.fairstream.schemas.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteFeature;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificRecord;

/**
 * Avro records as the JSON a person would write: a nullable is a plain value or absent, a union of records is an
 * object whose one key is the record's name ({@code "change":{"Unmatched":{}}}), and a time is ISO-8601 in UTC.
 *
 * <p>Supported are records of strings, booleans, ints, longs, doubles, {@code timestamp-millis}, enums, arrays,
 * nullables of these, and unions of records.
 */
public final class PlainJson {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
            .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
            .build();

    private static final int TYPICAL_LENGTH = 256;

    private static final ClassValue<RecordReader> READERS = new ClassValue<>() {
        @Override
        protected RecordReader computeValue(Class<?> type) {
            return RecordReader.of(type);
        }
    };

    private PlainJson() {}

    /**
     * Writes every field in the schema's order, on one line. Doubles have the fewest digits that read back the same
     * ({@code 3.0}, {@code 0.1}); what is not finite is the string {@code "NaN"}, {@code "Infinity"} or
     * {@code "-Infinity"}.
     */
    public static String write(IndexedRecord avro) {
        return write(avro, avro.getSchema());
    }

    /** As {@link #write(IndexedRecord)}, of a value of whatever schema, such as an array of a record's field. */
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
     * Reads one JSON object. Fields with defaults may be left out, in any order; a nullable may also be {@code null};
     * times are ISO-8601 with {@code Z} or an offset (digits beyond the millisecond are dropped) or epoch milliseconds.
     * Whole numbers must be exact. The range of a value is not judged here.
     *
     * @throws JsonProblem if the text is not one JSON object, or a field is unknown, given twice, missing or of the
     *     wrong type
     */
    public static <T extends SpecificRecord> T read(Class<T> type, String text) {
        try (JsonParser json = FACTORY.createParser(text)) {
            return type.cast(readDocument(READERS.get(type), json));
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory failed", e);
        }
    }

    private static Object readDocument(RecordReader reader, JsonParser json) throws IOException {
        try {
            if (json.nextToken() == null) {
                throw new JsonProblem("", "nothing (expected: " + reader.expected() + ")");
            }
            Object avro = reader.read(json);
            if (json.nextToken() != null) {
                throw new JsonProblem(
                        "",
                        "something follows the object at column "
                                + json.currentTokenLocation().getColumnNr());
            }
            return avro;
        } catch (JsonProcessingException e) {
            throw JsonProblem.notJson(json, e);
        }
    }
}
