package io.fairstream.streams.avro;

import io.fairstream.rules.AllocatedResources.Tres;
import io.fairstream.rules.Amounts;
import io.fairstream.streams.avro.RecordFormat.Component;
import io.fairstream.streams.avro.ValueFormats.SimpleFormat;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import org.apache.avro.Schema;

/** Schemas derived from Java records and classes: the components in their order. A map is an array of entries. */
final class RecordSchemas {
    private final Map<Class<?>, Schema> named = new HashMap<>();
    private int entries;

    private RecordSchemas() {}

    /** @throws IllegalArgumentException if the type of a component has no schema */
    static Schema of(Class<?> type) {
        return new RecordSchemas().schema(type);
    }

    /** Copies a schema without one of its fields, under the same name: its reader skips that field. */
    static Schema without(String field, Schema schema) {
        List<Schema.Field> others = schema.getFields().stream()
                .filter(other -> !other.name().equals(field))
                .map(other -> new Schema.Field(other, other.schema()))
                .toList();
        return Schema.createRecord(schema.getName(), schema.getDoc(), schema.getNamespace(), false, others);
    }

    private Schema schema(Type type) {
        Class<?> raw = ValueFormats.raw(type);
        SimpleFormat simple = SimpleFormat.of(raw);
        if (simple != null) {
            return Schema.create(simple.schema());
        }
        if (raw == Tres.class) {
            return Schema.createMap(Schema.create(Schema.Type.LONG));
        }
        if (raw == Amounts.class) {
            return Schema.createArray(Schema.create(Schema.Type.LONG));
        }
        if (raw == List.class || raw == Set.class) {
            return Schema.createArray(schema(ValueFormats.argument(type, 0)));
        }
        if (raw == SortedMap.class) {
            return Schema.createArray(entry(type));
        }
        if (raw.isEnum()) {
            return named.computeIfAbsent(raw, RecordSchemas::symbols);
        }
        if (raw.isSealed()) {
            return Schema.createUnion(
                    ValueFormats.records(raw).map(this::schema).toList());
        }
        Schema known = named.get(raw);
        return known == null ? record(raw) : known;
    }

    private Schema entry(Type type) {
        Schema key = schema(ValueFormats.argument(type, 0));
        Schema value = schema(ValueFormats.argument(type, 1));
        List<Schema.Field> fields = List.of(new Schema.Field("key", key), new Schema.Field("value", value));
        return Schema.createRecord("Entry" + entries++, null, null, false, fields);
    }

    private static Schema symbols(Class<?> type) {
        List<String> names = Arrays.stream(type.getEnumConstants())
                .map(constant -> ((Enum<?>) constant).name())
                .toList();
        return Schema.createEnum(type.getSimpleName(), null, namespace(type), names);
    }

    private Schema record(Class<?> type) {
        List<Schema.Field> fields = new ArrayList<>();
        for (Component component : Component.of(type)) {
            fields.add(new Schema.Field(component.name(), schema(component)));
        }
        Schema schema = Schema.createRecord(type.getSimpleName(), null, namespace(type), false, fields);
        named.put(type, schema);
        return schema;
    }

    private Schema schema(Component component) {
        Schema schema = schema(component.type());
        return component.isNullable() ? Schema.createUnion(Schema.create(Schema.Type.NULL), schema) : schema;
    }

    private static String namespace(Class<?> type) {
        return type.getName()
                .substring(0, type.getName().lastIndexOf(type.getSimpleName()) - 1)
                .replace('$', '.');
    }
}
