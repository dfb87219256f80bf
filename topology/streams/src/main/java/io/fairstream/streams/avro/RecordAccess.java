package io.fairstream.streams.avro;

import io.fairstream.streams.avro.ValueFormats.ValueFormat;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.errors.SerializationException;

/**
 * Accessors and constructors of records without the cost of reflection. What reads or writes a record is one method handle made of those of
 * its fields, which the compiler of the virtual machine sees as a whole.
 */
final class RecordAccess {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    static final MethodType READER = MethodType.methodType(Object.class, AvroIn.class);
    private static final MethodType WRITER = MethodType.methodType(void.class, AvroOut.class, Object.class);
    private static final Map<Class<?>, String> PRIMITIVES =
            Map.of(long.class, "Long", int.class, "Int", double.class, "Double", boolean.class, "Boolean");

    private RecordAccess() {}

    /** Finds a method. */
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

    /** Takes a record, returns a component. */
    static MethodHandle accessor(RecordComponent component) {
        return found(() -> in(component.getDeclaringRecord()).unreflect(component.getAccessor()));
    }

    private static MethodHandles.Lookup in(Class<?> record) throws IllegalAccessException {
        return MethodHandles.privateLookupIn(record, LOOKUP);
    }

    /** Reads a component; takes an {@link AvroIn}. */
    static MethodHandle reader(Class<?> type, ValueFormat format) {
        String primitive = PRIMITIVES.get(type);
        MethodHandle reader = primitive == null
                ? found(() -> LOOKUP.findVirtual(ValueFormat.class, "read", READER))
                        .bindTo(format)
                : found(() -> LOOKUP.findVirtual(AvroIn.class, "read" + primitive, MethodType.methodType(type)));
        return reader.asType(MethodType.methodType(type, AvroIn.class));
    }

    /** Reads one component after the other and makes the record; takes an {@link AvroIn}. */
    static MethodHandle reader(Class<?> record, List<MethodHandle> components) {
        Class<?>[] types =
                components.stream().map(reader -> reader.type().returnType()).toArray(Class<?>[]::new);
        MethodHandle constructor =
                found(() -> in(record).findConstructor(record, MethodType.methodType(void.class, types)));
        MethodHandle all = MethodHandles.filterArguments(constructor, 0, components.toArray(MethodHandle[]::new));
        return MethodHandles.permuteArguments(
                all, MethodType.methodType(record, AvroIn.class), new int[components.size()]);
    }

    /**
     * A record.
     *
     * @throws SerializationException if the bytes are none, or its constructor refuses the components
     */
    static Object read(MethodHandle reader, AvroIn in) {
        try {
            return reader.invokeExact(in);
        } catch (SerializationException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new SerializationException(e.getMessage(), e);
        }
    }

    /**
     * Writes a field; takes an {@link AvroOut} and a record.
     *
     * @param accessor takes the record, returns the value
     */
    static MethodHandle writer(MethodHandle accessor, ValueFormat format) {
        Class<?> type = accessor.type().returnType();
        String primitive = PRIMITIVES.get(type);
        Class<?> written = type == int.class ? long.class : type;
        MethodHandle writer = primitive == null
                ? found(() -> LOOKUP.findVirtual(ValueFormat.class, "writeAny", WRITER))
                        .bindTo(format)
                : found(() -> LOOKUP.findVirtual(
                        AvroOut.class, "write" + PRIMITIVES.get(written), MethodType.methodType(void.class, written)));
        MethodHandle ofType = writer.asType(MethodType.methodType(void.class, AvroOut.class, type));
        return MethodHandles.filterArguments(ofType, 1, accessor).asType(WRITER);
    }

    /** Writes one field after the other. */
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
