package io.fairstream.schemas.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.jspecify.annotations.Nullable;

/** Writes a record, specific or generic, as its schema says. */
final class RecordWriter {
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
        Schema plain = Unions.nullable(union);
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
