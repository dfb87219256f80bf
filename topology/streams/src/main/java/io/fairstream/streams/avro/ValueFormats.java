package io.fairstream.streams.avro;

import io.fairstream.rules.AllocatedResources.Tres;
import io.fairstream.rules.Amounts;
import io.fairstream.streams.avro.FieldFormats.QuantityFields;
import io.fairstream.streams.avro.FieldFormats.Symbols;
import io.fairstream.streams.avro.FieldFormats.TresFormat;
import java.lang.invoke.MethodType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/** Format of each Java type for each matching schema. */
final class ValueFormats {
    private ValueFormats() {}

    /** Returns true if the schema is a union of null, which comes first, and another type. */
    static boolean isNullable(Schema schema) {
        return schema.isUnion()
                && schema.getTypes().size() == 2
                && schema.getTypes().get(0).getType() == Schema.Type.NULL;
    }

    /** @throws IllegalArgumentException if the schema is of another type */
    @SuppressWarnings("unchecked") // raw enum type
    static ValueFormat of(Type type, Schema schema) {
        if (isNullable(schema)) {
            return nullable(type, schema.getTypes().get(1));
        }
        Class<?> raw = raw(type);
        SimpleFormat simple = SimpleFormat.of(raw);
        Schema.Type kind = schema.getType();
        if (simple != null && simple.schema() == kind) {
            return simple.format();
        }
        if (raw.isEnum() && kind == Schema.Type.STRING) {
            return name(raw.asSubclass(Enum.class));
        }
        if (raw.isEnum() && kind == Schema.Type.ENUM) {
            return symbol(raw.asSubclass(Enum.class), schema);
        }
        if (raw == Tres.class && kind == Schema.Type.MAP) {
            return ValueFormat.<Tres>of(TresFormat::read, (out, tres) -> TresFormat.write(tres, out));
        }
        if (raw == Amounts.class && kind == Schema.Type.ARRAY) {
            return ValueFormat.<Amounts>of(
                    QuantityFields::readAll, (out, amounts) -> QuantityFields.writeAll(amounts, out));
        }
        if (kind == Schema.Type.RECORD) {
            return new RecordFormat<>(raw, schema);
        }
        if (raw.isSealed() && kind == Schema.Type.UNION) {
            return union(raw, schema);
        }
        if ((raw == List.class || raw == Set.class) && kind == Schema.Type.ARRAY) {
            return items(type, schema);
        }
        if (raw == SortedMap.class && (kind == Schema.Type.ARRAY || kind == Schema.Type.MAP)) {
            return kind == Schema.Type.ARRAY ? entries(type, schema.getElementType()) : map(type, schema);
        }
        throw RecordFormat.mismatch(type.getTypeName() + " as " + schema, "types that fit each other");
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

    private static <E extends Enum<E>> ValueFormat name(Class<E> type) {
        return ValueFormat.<E>of(
                in -> {
                    try {
                        return Enum.valueOf(type, in.readString());
                    } catch (IllegalArgumentException e) {
                        throw new SerializationException(e.getMessage(), e);
                    }
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
            public void writeAny(AvroOut out, @Nullable Object value) {
                out.writeLong(value == null ? 0 : 1);
                if (value != null) {
                    format.writeAny(out, value);
                }
            }
        };
    }

    /** Format of a sealed interface; its records have the simple names of the union's branches. */
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
            formats.get(index).writeAny(out, value);
        });
    }

    /** All records of a sealed interface, including those of nested sealed interfaces; empty for any other type. */
    static Stream<Class<?>> records(Class<?> type) {
        return type.isRecord()
                ? Stream.of(type)
                : Stream.ofNullable(type.getPermittedSubclasses())
                        .flatMap(Arrays::stream)
                        .flatMap(ValueFormats::records);
    }

    private static ValueFormat items(Type type, Schema schema) {
        boolean isSet = raw(type) == Set.class;
        ValueFormat item = of(argument(type, 0), schema.getElementType());
        return ValueFormat.<Collection<@Nullable Object>>of(
                in -> {
                    Collection<@Nullable Object> items = isSet ? new TreeSet<>() : new ArrayList<>();
                    in.readBlocks(() -> items.add(item.read(in)));
                    return items;
                },
                (out, items) -> out.writeItems(isSet ? new TreeSet<>(items) : items, each -> item.writeAny(out, each)));
    }

    /** Format of a map: an array of records with the fields key and value. */
    private static ValueFormat entries(Type type, Schema schema) {
        List<Schema.Field> fields = schema.getFields();
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
                    key.writeAny(out, entry.getKey());
                    value.writeAny(out, entry.getValue());
                }));
    }

    private static ValueFormat map(Type type, Schema schema) {
        Schema.Field key = new Schema.Field("key", Schema.create(Schema.Type.STRING));
        Schema.Field value = new Schema.Field("value", schema.getValueType());
        return entries(type, Schema.createRecord("Entry", null, null, false, List.of(key, value)));
    }

    /**
     * Formats of types without components, each with its schema type.
     *
     * <p>{@link Duration} is a double, seconds, exact to the millisecond. {@link LocalDate} is a string such as 2026-03-02. {@link
     * BigInteger} is its two's complement, the highest byte first. {@link ByteBuffer} is bytes.
     */
    record SimpleFormat(Schema.Type schema, ValueFormat format) {
        private static final double MILLIS = 1e3;
        private static final Map<Class<?>, SimpleFormat> ALL = new HashMap<>();

        static {
            put(Long.class, Schema.Type.LONG, AvroIn::readLong, AvroOut::writeLong);
            put(Integer.class, Schema.Type.INT, AvroIn::readInt, (out, value) -> out.writeLong(value));
            put(Double.class, Schema.Type.DOUBLE, AvroIn::readDouble, AvroOut::writeDouble);
            put(Boolean.class, Schema.Type.BOOLEAN, AvroIn::readBoolean, AvroOut::writeBoolean);
            put(String.class, Schema.Type.STRING, AvroIn::readString, AvroOut::writeString);
            put(Duration.class, Schema.Type.DOUBLE, SimpleFormat::readDuration, SimpleFormat::write);
            put(
                    LocalDate.class,
                    Schema.Type.STRING,
                    SimpleFormat::readDate,
                    (out, date) -> out.writeString(date.toString()));
            put(
                    BigInteger.class,
                    Schema.Type.BYTES,
                    SimpleFormat::readNumber,
                    (out, n) -> out.writeBytes(n.toByteArray()));
            put(ByteBuffer.class, Schema.Type.BYTES, in -> ByteBuffer.wrap(in.readBytes()), SimpleFormat::write);
        }

        private static <V> void put(
                Class<V> type, Schema.Type schema, Function<AvroIn, V> reader, BiConsumer<AvroOut, V> writer) {
            ALL.put(type, new SimpleFormat(schema, ValueFormat.of(reader, writer)));
        }

        /** Finds the format of a type; null if the type has components. */
        static @Nullable SimpleFormat of(Class<?> type) {
            return ALL.get(MethodType.methodType(type).wrap().returnType());
        }

        private static Duration readDuration(AvroIn in) {
            return Duration.ofMillis(Math.round(in.readDouble() * MILLIS));
        }

        private static void write(AvroOut out, Duration duration) {
            out.writeDouble(duration.toMillis() / MILLIS);
        }

        private static LocalDate readDate(AvroIn in) {
            String day = in.readString();
            try {
                return LocalDate.parse(day);
            } catch (DateTimeException e) {
                throw new SerializationException("day: \"" + day + "\" (expected: such as 2026-03-02)", e);
            }
        }

        private static BigInteger readNumber(AvroIn in) {
            byte[] bytes = in.readBytes();
            if (bytes.length == 0) {
                throw new SerializationException("number of 0 bytes (expected: 1 or more)");
            }
            return new BigInteger(bytes);
        }

        private static void write(AvroOut out, ByteBuffer buffer) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.duplicate().get(bytes);
            out.writeBytes(bytes);
        }
    }

    /** Reader and writer of one field's values. */
    interface ValueFormat {
        @Nullable
        Object read(AvroIn in);

        /** Writes a value, which may be null only for a union with null. */
        void writeAny(AvroOut out, Object value);

        static <V> ValueFormat of(Function<AvroIn, ? extends V> reader, BiConsumer<AvroOut, V> writer) {
            return new ValueFormat() {
                @Override
                public @Nullable Object read(AvroIn in) {
                    return reader.apply(in);
                }

                @Override
                @SuppressWarnings("unchecked") // the component's type was checked when the format was created
                public void writeAny(AvroOut out, Object value) {
                    writer.accept(out, (V) value);
                }
            };
        }
    }
}
