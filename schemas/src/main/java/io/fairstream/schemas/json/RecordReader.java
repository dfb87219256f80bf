package io.fairstream.schemas.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.JsonProperties;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** Reads a record of one generated class. */
final class RecordReader implements ValueReader {
    private static final ObjectMapper TREES = new ObjectMapper();

    private final Constructor<? extends SpecificRecord> constructor;
    private final List<FieldReader> fields;
    private final Map<String, FieldReader> byName = new LinkedHashMap<>();

    private RecordReader(Constructor<? extends SpecificRecord> constructor, List<FieldReader> fields) {
        this.constructor = constructor;
        this.fields = fields;
        fields.forEach(field -> byName.put(field.name, field));
    }

    /** @param type a generated record */
    static RecordReader of(Class<?> type) {
        try {
            Constructor<? extends SpecificRecord> constructor =
                    type.asSubclass(SpecificRecord.class).getConstructor();
            List<FieldReader> fields = new ArrayList<>();
            for (Schema.Field field : SpecificData.get().getSchema(type).getFields()) {
                fields.add(FieldReader.of(field, type.getClassLoader()));
            }
            return new RecordReader(constructor, fields);
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException(type + " is no generated record", e);
        }
    }

    @Override
    public Object read(JsonParser json) throws IOException {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            throw JsonProblem.unexpected(json, expected());
        }
        SpecificRecord avro = create();
        boolean[] given = new boolean[fields.size()];
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            FieldReader field = byName.get(json.currentName());
            if (field == null) {
                throw JsonProblem.at(
                        json, "unknown field (" + Spelling.hint(json.currentName(), byName.keySet()) + ")");
            }
            if (given[field.position]) {
                throw JsonProblem.at(json, "given twice");
            }
            given[field.position] = true;
            json.nextToken();
            avro.put(field.position, field.value.read(json));
        }
        for (FieldReader field : fields) {
            if (!given[field.position]) {
                avro.put(field.position, field.whenLeftOut(json));
            }
        }
        return avro;
    }

    @Override
    public String expected() {
        return "an object";
    }

    private SpecificRecord create() {
        try {
            return constructor.newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(constructor + " failed", e);
        }
    }

    /** @param fallback the default as JSON; null when the field must be given */
    private record FieldReader(
            int position,
            String name,
            ValueReader value,
            @Nullable JsonNode fallback) {

        static FieldReader of(Schema.Field field, ClassLoader classes) {
            ValueReader value = ValueReader.of(field.schema(), classes);
            return new FieldReader(field.pos(), field.name(), value, fallback(field));
        }

        private static @Nullable JsonNode fallback(Schema.Field field) {
            if (!field.hasDefaultValue()) {
                return null;
            }
            Object value = field.defaultVal();
            return value == JsonProperties.NULL_VALUE ? NullNode.instance : TREES.valueToTree(value);
        }

        @Nullable
        Object whenLeftOut(JsonParser json) throws IOException {
            if (fallback == null) {
                throw JsonProblem.missing(json, name, value.expected());
            }
            try (JsonParser text = fallback.traverse()) {
                text.nextToken();
                return value.read(text);
            }
        }
    }
}
