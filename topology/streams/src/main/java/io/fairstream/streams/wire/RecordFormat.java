package io.fairstream.streams.wire;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.RecordComponent;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes Java records by an Avro schema. Components and fields are matched by name, once. A component that is a record and
 * whose name is no field stands for its own components.
 *
 * <p>Components are {@code long}, {@code int}, {@code double} and {@code boolean}; strings, enums, records, sealed interfaces of records,
 * lists, sets, sorted maps and what {@link Conversion} lists. One that is annotated as nullable is a union with null, and no other is. A set is
 * written in its natural order. Bytes that are no such record raise {@link org.apache.kafka.common.errors.SerializationException}.
 *
 * @param <T> the record
 */
public final class RecordFormat<T extends Record> implements Format<T>, ValueFormat {
    private static final Map<Class<?>, RecordFormat<?>> DERIVED = new ConcurrentHashMap<>();

    private final Class<T> type;
    private final Schema schema;
    private final Part root;
    private final Field[] fields;

    /** Writes one field of a record. */
    private interface Writer {
        void write(Object holder, AvroOut out);
    }

    /** A part of a record that is being read, made of the values of all fields. */
    private interface Part {
        @Nullable
        Object of(@Nullable Object[] values);
    }

    private record Field(ValueFormat format, Writer writer) {}

    /** Of a schema of its own: the components in their order, see {@link RecordSchemas}. */
    @SuppressWarnings("unchecked") // the format of a class is under that class
    public static <T extends Record> RecordFormat<T> of(Class<T> type) {
        RecordFormat<?> known = DERIVED.get(type);
        if (known == null) {
            known = new RecordFormat<>(type, RecordSchemas.of(type));
            DERIVED.put(type, known);
        }
        return (RecordFormat<T>) known;
    }

    /**
     * @throws IllegalArgumentException if components and fields differ
     */
    public RecordFormat(Class<T> type, Schema schema) {
        this.type = type;
        this.schema = schema;
        this.fields = new Field[schema.getFields().size()];
        this.root = part(type, Function.identity());
        for (Schema.Field field : schema.getFields()) {
            if (fields[field.pos()] == null) {
                throw mismatch(schema.getFullName() + "." + field.name(), "a component of " + type.getName());
            }
        }
    }

    private Part part(Class<?> record, Function<Object, Object> holder) {
        RecordComponent[] components = record.getRecordComponents();
        Part[] parts = new Part[components.length];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = part(components[i], holder);
        }
        MethodHandle constructor = RecordAccess.constructor(record);
        return values -> {
            @Nullable Object[] arguments = new Object[parts.length];
            for (int i = 0; i < parts.length; i++) {
                arguments[i] = parts[i].of(values);
            }
            return RecordAccess.construct(constructor, arguments);
        };
    }

    private Part part(RecordComponent component, Function<Object, Object> holder) {
        Schema.Field field = schema.getField(component.getName());
        if (field == null && component.getType().isRecord()) {
            return part(component.getType(), holder.andThen(RecordAccess.value(component)));
        }
        if (field == null || fields[field.pos()] != null) {
            throw mismatch(
                    component.getDeclaringRecord().getName() + "." + component.getName(),
                    "one field of " + schema.getFullName());
        }
        int position = field.pos();
        fields[position] = field(component, field.schema(), holder);
        return values -> values[position];
    }

    private static Field field(RecordComponent component, Schema schema, Function<Object, Object> holder) {
        boolean isNullable = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
        if (isNullable != ValueFormats.isNullable(schema)) {
            throw mismatch(component + " as " + schema, "null in both or in none");
        }
        ValueFormat format = ValueFormats.of(component.getGenericType(), schema);
        Writer direct = writer(component, format);
        boolean isOwn = holder.equals(Function.identity());
        return new Field(format, isOwn ? direct : (record, out) -> direct.write(holder.apply(record), out));
    }

    private static Writer writer(RecordComponent component, ValueFormat format) {
        Class<?> type = component.getType();
        if (type == long.class) {
            var value = RecordAccess.longValue(component);
            return (record, out) -> out.writeLong(value.applyAsLong(record));
        }
        if (type == int.class) {
            var value = RecordAccess.intValue(component);
            return (record, out) -> out.writeLong(value.applyAsInt(record));
        }
        if (type == double.class) {
            var value = RecordAccess.doubleValue(component);
            return (record, out) -> out.writeDouble(value.applyAsDouble(record));
        }
        if (type == boolean.class) {
            var value = RecordAccess.booleanValue(component);
            return (record, out) -> out.writeBoolean(value.test(record));
        }
        Function<Object, Object> value = RecordAccess.value(component);
        return (record, out) -> format.writeAny(value.apply(record), out);
    }

    static IllegalArgumentException mismatch(String what, String expected) {
        return new IllegalArgumentException(what + " (expected: " + expected + ")");
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public T read(AvroIn in) {
        @Nullable Object[] values = new Object[fields.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = fields[i].format.read(in);
        }
        return Objects.requireNonNull(type.cast(root.of(values)));
    }

    @Override
    public void write(T value, AvroOut out) {
        writeAny(value, out);
    }

    @Override
    public void writeAny(Object value, AvroOut out) {
        for (Field field : fields) {
            field.writer.write(value, out);
        }
    }
}
