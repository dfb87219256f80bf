package io.fairstream.cli.terminal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One line of JSON: fields in the order in which they are given. Mutable. */
public final class JsonRow {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<String, Object> fields = new LinkedHashMap<>();

    /** With a field; null is no field, instants and durations are ISO-8601. */
    public JsonRow with(String field, @Nullable Object value) {
        Object plain = plain(value);
        if (plain != null) {
            fields.put(field, plain);
        }
        return this;
    }

    private static @Nullable Object plain(@Nullable Object value) {
        if (value instanceof JsonRow row) {
            return row.fields;
        }
        if (value instanceof Collection<?> values) {
            return values.stream().map(JsonRow::plain).toList();
        }
        return value instanceof Instant || value instanceof Duration || value instanceof Enum<?>
                ? value.toString()
                : value;
    }

    public void print(PrintWriter out) {
        out.println(this);
    }

    @Override
    public String toString() {
        try {
            return JSON.writeValueAsString(fields);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(fields.toString(), e);
        }
    }
}
