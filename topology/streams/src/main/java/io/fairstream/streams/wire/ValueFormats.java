package io.fairstream.streams.wire;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** The format of each Java type under each schema that fits it. */
final class ValueFormats {
    private static final ValueFormat LONG = ValueFormat.of(AvroIn::readLong, AvroOut::writeLong);
    private static final ValueFormat INT =
            ValueFormat.<Integer>of(AvroIn::readInt, (out, value) -> out.writeLong(value));
    private static final ValueFormat DOUBLE = ValueFormat.of(AvroIn::readDouble, AvroOut::writeDouble);
    private static final ValueFormat BOOLEAN = ValueFormat.of(AvroIn::readBoolean, AvroOut::writeBoolean);
    private static final ValueFormat STRING = ValueFormat.of(AvroIn::readString, AvroOut::writeString);

    private ValueFormats() {}

    /** Whether it is a union of null, which comes first, and something else. */
    static boolean isNullable(Schema schema) {
        return schema.isUnion()
                && schema.getTypes().size() == 2
                && schema.getTypes().get(0).getType() == Schema.Type.NULL;
    }

    /**
     * The format of a type.
     *
     * @throws IllegalArgumentException if the schema is of another one
     */
    @SuppressWarnings("unchecked") // raw enums
    static ValueFormat of(Type type, Schema schema) {
        Class<?> raw = raw(type);
        Conversion conversion = Conversion.of(raw);
        if (conversion != null && conversion.schema() == schema.getType()) {
            return conversion.format();
        }
        return switch (schema.getType()) {
            case LONG -> only(raw, schema, LONG, long.class, Long.class);
            case INT -> only(raw, schema, INT, int.class, Integer.class);
            case DOUBLE -> only(raw, schema, DOUBLE, double.class, Double.class);
            case BOOLEAN -> only(raw, schema, BOOLEAN, boolean.class, Boolean.class);
            case STRING -> raw.isEnum() ? name(raw.asSubclass(Enum.class)) : only(raw, schema, STRING, String.class);
            case ENUM -> raw.isEnum() ? symbol(raw.asSubclass(Enum.class), schema) : only(raw, schema, STRING);
            case RECORD ->
                raw.isRecord() ? new RecordFormat<>(raw.asSubclass(Record.class), schema) : only(raw, schema, STRING);
            case ARRAY -> raw == SortedMap.class ? entries(type, schema) : items(type, schema);
            case MAP -> map(type, schema);
            case UNION -> isNullable(schema) ? nullable(type, schema.getTypes().get(1)) : union(raw, schema);
            default -> only(raw, schema, STRING);
        };
    }

    static Class<?> raw(Type type) {
        return (Class<?>) (type instanceof ParameterizedType generic ? generic.getRawType() : type);
    }

    static Type argument(Type type, int index) {
        if (type instanceof ParameterizedType generic) {
            return generic.getActualTypeArguments()[index];
        }
        throw RecordFormat.mismatch(type.getTypeName(), "a type with parameters");
    }

    private static ValueFormat only(Class<?> type, Schema schema, ValueFormat format, Class<?>... fitting) {
        if (!Arrays.asList(fitting).contains(type)) {
            throw RecordFormat.mismatch(type.getName() + " as " + schema, "types that fit each other");
        }
        return format;
    }

    private static <E extends Enum<E>> ValueFormat name(Class<E> type) {
        return ValueFormat.<E>of(
                in -> {
                    String name = in.readString();
                    return Unreadable.unless(() -> Enum.valueOf(type, name));
                },
                (out, constant) -> out.writeString(constant.name()));
    }

    private static <E extends Enum<E>> ValueFormat symbol(Class<E> type, Schema schema) {
        Symbols<E> symbols = new Symbols<>(type, schema);
        return ValueFormat.<E>of(
                in -> symbols.at(in.readIndex(symbols.count())),
                (out, constant) -> out.writeLong(symbols.index(constant)));
    }

    private static ValueFormat nullable(Type type, Schema schema) {
        if (raw(type).isPrimitive()) {
            throw RecordFormat.mismatch(type.getTypeName(), "a type that can be null");
        }
        ValueFormat format = of(type, schema);
        return new ValueFormat() {
            @Override
            public @Nullable Object read(AvroIn in) {
                return in.readIndex(2) == 0 ? null : format.read(in);
            }

            @Override
            public void writeAny(@Nullable Object value, AvroOut out) {
                out.writeLong(value == null ? 0 : 1);
                if (value != null) {
                    format.writeAny(value, out);
                }
            }
        };
    }

    /** A sealed interface; its records have the simple names of the branches. */
    private static ValueFormat union(Class<?> type, Schema schema) {
        List<ValueFormat> formats = new ArrayList<>();
        IdentityHashMap<Class<?>, Integer> indexes = new IdentityHashMap<>();
        Map<String, Class<?>> records = new TreeMap<>();
        records(type).forEach(record -> records.put(record.getSimpleName(), record));
        for (Schema branch : schema.getTypes()) {
            Class<?> record = records.remove(branch.getName());
            if (record == null) {
                throw RecordFormat.mismatch(branch.getFullName(), "a record of " + type.getName());
            }
            indexes.put(record, formats.size());
            formats.add(of(record, branch));
        }
        if (!records.isEmpty()) {
            throw RecordFormat.mismatch(type.getName() + " with " + records.keySet(), "records of " + schema);
        }
        return ValueFormat.of(in -> formats.get(in.readIndex(formats.size())).read(in), (out, value) -> {
            int index = Objects.requireNonNull(indexes.get(value.getClass()));
            out.writeLong(index);
            formats.get(index).writeAny(value, out);
        });
    }

    /** All records of a sealed interface, those of the sealed interfaces in it too; none of anything else. */
    static Stream<Class<?>> records(Class<?> type) {
        return type.isRecord()
                ? Stream.of(type)
                : Stream.ofNullable(type.getPermittedSubclasses())
                        .flatMap(Arrays::stream)
                        .flatMap(ValueFormats::records);
    }

    private static ValueFormat items(Type type, Schema schema) {
        boolean isSet = raw(type) == Set.class;
        if (!isSet) {
            only(raw(type), schema, STRING, List.class);
        }
        ValueFormat item = of(argument(type, 0), schema.getElementType());
        return ValueFormat.<Collection<@Nullable Object>>of(
                in -> {
                    Collection<@Nullable Object> items = isSet ? new TreeSet<>() : new ArrayList<>();
                    in.readBlocks(() -> items.add(item.read(in)));
                    return items;
                },
                (out, items) -> out.writeItems(isSet ? new TreeSet<>(items) : items, each -> item.writeAny(each, out)));
    }

    /** A map as an array of records of two fields, key and value. */
    private static ValueFormat entries(Type type, Schema schema) {
        List<Schema.Field> fields = schema.getElementType().getFields();
        if (fields.size() != 2) {
            throw RecordFormat.mismatch(type.getTypeName() + " as " + schema, "items of two fields");
        }
        ValueFormat key = of(argument(type, 0), fields.get(0).schema());
        ValueFormat value = of(argument(type, 1), fields.get(1).schema());
        return ValueFormat.<Map<?, ?>>of(
                in -> {
                    SortedMap<@Nullable Object, @Nullable Object> map = new TreeMap<>();
                    in.readBlocks(() -> map.put(key.read(in), value.read(in)));
                    return map;
                },
                (out, map) -> out.writeItems(map.entrySet(), entry -> {
                    key.writeAny(entry.getKey(), out);
                    value.writeAny(entry.getValue(), out);
                }));
    }

    private static ValueFormat map(Type type, Schema schema) {
        if (raw(type) != SortedMap.class || argument(type, 0) != String.class) {
            throw RecordFormat.mismatch(type.getTypeName(), "a sorted map of strings");
        }
        Schema key = Schema.create(Schema.Type.STRING);
        Schema.Field[] fields = {
            new Schema.Field("key", key), new Schema.Field("value", schema.getValueType()),
        };
        Schema entry = Schema.createRecord("Entry", null, null, false, List.of(fields));
        return entries(type, Schema.createArray(entry));
    }
}
