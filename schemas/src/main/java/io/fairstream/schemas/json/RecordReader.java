package io.fairstream.schemas.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.fairstream.schemas.GeneratedRecords;
import io.fairstream.schemas.json.PlainJson.Spelling;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** Reads a record of one generated class. */
final class RecordReader implements ValueReader {
    private final Constructor<? extends SpecificRecord> constructor;
    private final List<FieldReader> fields;
    private final Map<String, FieldReader> byName = new LinkedHashMap<>();

    private RecordReader(Constructor<? extends SpecificRecord> constructor, List<FieldReader> fields) {
        this.constructor = constructor;
        this.fields = fields;
        fields.forEach(field -> byName.put(field.field.name(), field));
    }

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
            throw JsonException.unexpected(json, expected());
        }
        SpecificRecord avro = create();
        boolean[] given = new boolean[fields.size()];
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            FieldReader field = byName.get(json.currentName());
            if (field == null) {
                throw JsonException.at(
                        json, "unknown field (" + Spelling.hint(json.currentName(), byName.keySet()) + ")");
            }
            if (given[field.position]) {
                throw JsonException.at(json, "given twice");
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

    private record FieldReader(Schema.Field field, int position, ValueReader value) {
        static FieldReader of(Schema.Field field, ClassLoader classes) {
            return new FieldReader(field, field.pos(), ValueReader.of(field.schema(), classes));
        }

        @Nullable
        Object whenLeftOut(JsonParser json) {
            if (!field.hasDefaultValue()) {
                throw JsonException.missing(json, field.name(), value.expected());
            }
            GeneratedRecords model = GeneratedRecords.model();
            return model.deepCopy(field.schema(), model.getDefaultValue(field));
        }
    }

    /** Reads one of several records: an object whose one key is the record's name. */
    static final class ChoiceReader implements ValueReader {
        private final Map<String, ValueReader> choices;

        private ChoiceReader(Map<String, ValueReader> choices) {
            this.choices = choices;
        }

        static ChoiceReader of(Schema union, ClassLoader classes) {
            Map<String, ValueReader> choices = new LinkedHashMap<>();
            for (Schema choice : PlainJson.choices(union)) {
                ValueReader clash = choices.put(choice.getName(), ValueReader.of(choice, classes));
                if (choice.getType() != Schema.Type.RECORD || clash != null) {
                    throw new IllegalArgumentException(union + " has no plain JSON form");
                }
            }
            return new ChoiceReader(choices);
        }

        @Override
        public @Nullable Object read(JsonParser json) throws IOException {
            if (json.currentToken() != JsonToken.START_OBJECT) {
                throw JsonException.unexpected(json, expected());
            }
            if (json.nextToken() == JsonToken.END_OBJECT) {
                throw JsonException.at(json, "an empty object (expected: " + expected() + ")");
            }
            ValueReader choice = choices.get(json.currentName());
            if (choice == null) {
                throw JsonException.at(json, "unknown (" + Spelling.hint(json.currentName(), choices.keySet()) + ")");
            }
            json.nextToken();
            Object value = choice.read(json);
            if (json.nextToken() != JsonToken.END_OBJECT) {
                throw JsonException.at(json, "a second key (expected: " + expected() + ")");
            }
            return value;
        }

        @Override
        public String expected() {
            return "an object with one key of " + String.join(", ", choices.keySet());
        }
    }
}
