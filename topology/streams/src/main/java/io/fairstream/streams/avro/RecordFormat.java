package io.fairstream.streams.avro;

import io.fairstream.rules.Amounts;
import io.fairstream.rules.Amounts.Quantity;
import io.fairstream.schemas.Topic;
import io.fairstream.streams.avro.FieldFormats.QuantityFields;
import io.fairstream.streams.avro.ValueFormats.SimpleFormat;
import io.fairstream.streams.avro.ValueFormats.ValueFormat;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/**
 * Reader and writer of Java records by an Avro schema. Components are matched to fields by name and order, once. A record component whose
 * name is no field is replaced by its own components. A class that is no record is treated like one: its components are the parameters of
 * its longest public constructor, each with an accessor of the same name.
 *
 * <p>Components are {@code long}, {@code int}, {@code double} and {@code boolean}; strings, enums, records, sealed interfaces of records,
 * lists, sets, sorted maps, {@code Tres}, {@code Amounts} and the types of {@link SimpleFormat}. Amounts and maps of decayed amounts whose
 * name is no field are consecutive fields, named by their quantities. A component annotated as nullable is a
 * union with null, and no other is. A set is written in its natural order. Bytes of anything else raise {@link
 * org.apache.kafka.common.errors.SerializationException}.
 */
public final class RecordFormat<T> implements Format<T>, ValueFormat {
    private static final Map<Class<?>, RecordFormat<?>> DERIVED = new ConcurrentHashMap<>();

    private final Class<T> type;
    private final Schema schema;
    private final MethodHandle reader;
    private final MethodHandle writer;

    /** Format of a class whose schema is derived from its components in their order, see {@link RecordSchemas}. */
    @SuppressWarnings("unchecked") // each format is stored under its own class
    public static <T> RecordFormat<T> of(Class<T> type) {
        RecordFormat<?> known = DERIVED.get(type);
        if (known == null) {
            known = new RecordFormat<>(type, RecordSchemas.of(type));
            DERIVED.put(type, known);
        }
        return (RecordFormat<T>) known;
    }

    public RecordFormat(Class<T> type, Topic<?> topic) {
        this(type, topic.schema().orElseThrow());
    }

    /** @throws IllegalArgumentException if components and fields differ */
    public RecordFormat(Class<T> type, Schema schema) {
        this.type = type;
        this.schema = schema;
        List<MethodHandle> writers = new ArrayList<>();
        this.reader = reader(type, MethodHandles.identity(type), writers).asType(RecordAccess.READER);
        this.writer = RecordAccess.writer(writers);
        if (writers.size() < schema.getFields().size()) {
            String field = schema.getFields().get(writers.size()).name();
            throw mismatch(schema.getFullName() + "." + field, "a component of " + type.getName());
        }
    }

    /** Format of a topic's values that skips one field. */
    public static <T> RecordFormat<T> without(String field, Class<T> type, Topic<?> topic) {
        return new RecordFormat<>(
                type, RecordSchemas.without(field, topic.schema().orElseThrow()));
    }

    /**
     * Builds the reader of a record or of a nested part.
     *
     * @param holder takes the whole record, returns the part
     * @param writers field writers so far; those of the part are appended
     */
    private MethodHandle reader(Class<?> part, MethodHandle holder, List<MethodHandle> writers) {
        List<MethodHandle> readers = new ArrayList<>();
        for (Component component : Component.of(part)) {
            MethodHandle value = MethodHandles.filterReturnValue(holder, RecordAccess.accessor(part, component));
            readers.add(reader(component, value, writers));
        }
        return RecordAccess.reader(part, readers);
    }

    private MethodHandle reader(Component component, MethodHandle value, List<MethodHandle> writers) {
        Schema.Field field = schema.getField(component.name());
        if (field == null && component.raw().isRecord()) {
            return reader(component.raw(), value, writers);
        }
        if (field == null && component.raw() == Amounts.class) {
            Set<Quantity> quantities = EnumSet.allOf(Quantity.class);
            quantities.removeIf(quantity -> schema.getField(quantity.field()) == null);
            ValueFormat format = QuantityFields.format(quantities);
            return reader(component, value, quantities.stream().map(Quantity::field), format, writers);
        }
        if (field == null && component.raw() == Map.class) {
            Stream<String> fields = Quantity.SUMS.stream().map(Quantity::decayedField);
            return reader(component, value, fields, QuantityFields.DECAYED, writers);
        }
        requirePlace(component, field, writers.size());
        if (component.isNullable() != ValueFormats.isNullable(field.schema())) {
            throw mismatch(component.accessor() + " as " + field.schema(), "null in both or in none");
        }
        ValueFormat format = ValueFormats.of(component.type(), field.schema());
        writers.add(RecordAccess.writer(value, component, format));
        return RecordAccess.reader(component, format);
    }

    /** Builds the reader of a component whose format reads and writes consecutive fields. */
    private MethodHandle reader(
            Component component,
            MethodHandle value,
            Stream<String> fields,
            ValueFormat format,
            List<MethodHandle> writers) {
        MethodHandle writer = RecordAccess.writer(value, component, format);
        for (String field : fields.toList()) {
            requirePlace(component, schema.getField(field), writers.size());
            writers.add(writer);
            writer = MethodHandles.empty(writer.type());
        }
        return RecordAccess.reader(component, format);
    }

    private void requirePlace(Component component, Schema.@Nullable Field field, int place) {
        if (field == null || field.pos() != place) {
            throw mismatch(
                    component.accessor().getDeclaringClass().getName() + "." + component.name(),
                    "field " + place + " of " + schema.getFullName());
        }
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
        return Objects.requireNonNull(type.cast(RecordAccess.read(reader, in)));
    }

    @Override
    public void write(T value, AvroOut out) {
        RecordAccess.write(writer, out, value);
    }

    @Override
    public void writeAny(AvroOut out, Object value) {
        RecordAccess.write(writer, out, value);
    }

    /** Component of a record, or parameter of a class's constructor. */
    record Component(String name, AnnotatedType annotated, Method accessor) {
        /**
         * Finds the components of a record or class in their order.
         *
         * @throws IllegalArgumentException if there are none
         */
        static List<Component> of(Class<?> type) {
            return type.isRecord()
                    ? Arrays.stream(type.getRecordComponents())
                            .map(each -> new Component(each.getName(), each.getAnnotatedType(), each.getAccessor()))
                            .toList()
                    : Stream.of(type.getConstructors())
                            .max(Comparator.comparingInt(Constructor::getParameterCount))
                            .filter(longest -> longest.getParameterCount() > 0)
                            .map(longest -> Arrays.stream(longest.getParameters()))
                            .orElseThrow(() -> mismatch(type.getName(), "a type that RecordFormat knows"))
                            .map(each -> new Component(
                                    each.getName(), each.getAnnotatedType(), accessor(type, each.getName())))
                            .toList();
        }

        private static Method accessor(Class<?> type, String name) {
            return Stream.<Class<?>>iterate(type, Objects::nonNull, Class::getSuperclass)
                    .flatMap(each -> Arrays.stream(each.getDeclaredMethods()))
                    .filter(method -> method.getName().equals(name) && method.getParameterCount() == 0)
                    .findFirst()
                    .orElseThrow(() ->
                            mismatch(type.getName(), "a type that RecordFormat knows, or an accessor " + name + "()"));
        }

        Type type() {
            return annotated.getType();
        }

        Class<?> raw() {
            return ValueFormats.raw(type());
        }

        boolean isNullable() {
            return annotated.isAnnotationPresent(Nullable.class);
        }
    }

    /**
     * Accessors and constructors of records without the cost of reflection. All fields of a record are composed into one method handle,
     * which the JIT compiler can optimize as a whole.
     */
    static final class RecordAccess {
        private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
        static final MethodType READER = MethodType.methodType(Object.class, AvroIn.class);
        private static final MethodType WRITER = MethodType.methodType(void.class, AvroOut.class, Object.class);
        /** Endings of the methods of {@link AvroIn} and {@link AvroOut} for types that need no format. */
        private static final Map<Class<?>, String> PLAIN = Map.of(
                long.class,
                "Long",
                int.class,
                "Int",
                double.class,
                "Double",
                boolean.class,
                "Boolean",
                String.class,
                "String");

        private static final Map<Class<?>, String> NULLABLES = Map.of(
                Long.class, "NullableLong",
                Integer.class, "NullableInt",
                Double.class, "NullableDouble",
                String.class, "NullableString");

        private RecordAccess() {}

        private interface Finding {
            MethodHandle find() throws ReflectiveOperationException;
        }

        private static MethodHandle found(Finding finding) {
            try {
                return finding.find();
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }

        /** Returns a handle from a record to one component. */
        static MethodHandle accessor(Class<?> owner, Component component) {
            Method method = component.accessor();
            return found(() -> in(method.getDeclaringClass()).unreflect(method))
                    .asType(MethodType.methodType(component.raw(), owner));
        }

        private static MethodHandles.Lookup in(Class<?> record) throws IllegalAccessException {
            return MethodHandles.privateLookupIn(record, LOOKUP);
        }

        /** Returns a handle that reads a component from an {@link AvroIn}. */
        static MethodHandle reader(Component component, ValueFormat format) {
            Class<?> type = component.raw();
            String own = component.isNullable() ? NULLABLES.get(type) : PLAIN.get(type);
            MethodHandle reader = own == null
                    ? found(() -> LOOKUP.findVirtual(ValueFormat.class, "read", READER))
                            .bindTo(format)
                    : found(() -> LOOKUP.findVirtual(AvroIn.class, "read" + own, MethodType.methodType(type)));
            return reader.asType(MethodType.methodType(type, AvroIn.class));
        }

        /** Returns a handle that reads the components from an {@link AvroIn} in order and creates the record. */
        static MethodHandle reader(Class<?> record, List<MethodHandle> components) {
            Class<?>[] types = components.stream()
                    .map(reader -> reader.type().returnType())
                    .toArray(Class<?>[]::new);
            MethodHandle constructor =
                    found(() -> in(record).findConstructor(record, MethodType.methodType(void.class, types)));
            MethodHandle all = MethodHandles.filterArguments(constructor, 0, components.toArray(MethodHandle[]::new));
            return MethodHandles.permuteArguments(
                    all, MethodType.methodType(record, AvroIn.class), new int[components.size()]);
        }

        /** @throws SerializationException if the bytes are invalid, or the record's constructor refuses the components */
        static Object read(MethodHandle reader, AvroIn in) {
            try {
                return reader.invokeExact(in);
            } catch (SerializationException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new SerializationException(e.getMessage(), e);
            }
        }

        /** Returns a handle that writes a field of a record to an {@link AvroOut}; the accessor takes the record, returns the value. */
        static MethodHandle writer(MethodHandle accessor, Component component, ValueFormat format) {
            Class<?> type = component.raw();
            boolean isNullable = component.isNullable();
            Class<?> written = type == int.class ? long.class : type;
            MethodHandle writer = (isNullable ? NULLABLES : PLAIN).containsKey(type)
                    ? found(() -> LOOKUP.findVirtual(
                            AvroOut.class,
                            "write" + (isNullable ? "Nullable" : PLAIN.get(written)),
                            MethodType.methodType(void.class, written)))
                    : found(() -> LOOKUP.findVirtual(ValueFormat.class, "writeAny", WRITER))
                            .bindTo(format);
            MethodHandle ofType = writer.asType(MethodType.methodType(void.class, AvroOut.class, type));
            return MethodHandles.filterArguments(ofType, 1, accessor).asType(WRITER);
        }

        /** Returns a handle that writes the fields in order. */
        static MethodHandle writer(List<MethodHandle> fields) {
            MethodHandle all = MethodHandles.empty(WRITER);
            for (int i = fields.size() - 1; i >= 0; i--) {
                all = MethodHandles.foldArguments(all, fields.get(i));
            }
            return all;
        }

        static void write(MethodHandle writer, AvroOut out, Object record) {
            try {
                writer.invokeExact(out, record);
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
