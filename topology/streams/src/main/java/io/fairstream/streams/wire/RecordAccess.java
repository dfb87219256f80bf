package io.fairstream.streams.wire;

import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/** Accessors and constructors of records without the cost of reflection. */
final class RecordAccess {
    private RecordAccess() {}

    static ToLongFunction<Object> longValue(RecordComponent component) {
        return accessor(ToLongFunction.class, "applyAsLong", long.class, component);
    }

    static ToIntFunction<Object> intValue(RecordComponent component) {
        return accessor(ToIntFunction.class, "applyAsInt", int.class, component);
    }

    static ToDoubleFunction<Object> doubleValue(RecordComponent component) {
        return accessor(ToDoubleFunction.class, "applyAsDouble", double.class, component);
    }

    static Predicate<Object> booleanValue(RecordComponent component) {
        return accessor(Predicate.class, "test", boolean.class, component);
    }

    /** Of what is no primitive. */
    static Function<Object, Object> value(RecordComponent component) {
        return accessor(Function.class, "apply", Object.class, component);
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the shape is the raw class of what is returned
    private static <F> F accessor(Class<?> shape, String method, Class<?> result, RecordComponent component) {
        try {
            MethodHandles.Lookup lookup =
                    MethodHandles.privateLookupIn(component.getDeclaringRecord(), MethodHandles.lookup());
            MethodHandle accessor = lookup.unreflect(component.getAccessor());
            MethodType erased = MethodType.methodType(result, Object.class);
            return (F) LambdaMetafactory.metafactory(
                            lookup, method, MethodType.methodType(shape), erased, accessor, accessor.type())
                    .getTarget()
                    .invoke();
        } catch (Throwable e) {
            throw new IllegalStateException(component.toString(), e);
        }
    }

    /** The canonical constructor; takes an array of all components. */
    static MethodHandle constructor(Class<?> record) {
        Class<?>[] types = Arrays.stream(record.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        try {
            return MethodHandles.privateLookupIn(record, MethodHandles.lookup())
                    .findConstructor(record, MethodType.methodType(void.class, types))
                    .asSpreader(Object[].class, types.length)
                    .asType(MethodType.methodType(Object.class, Object[].class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(record.getName(), e);
        }
    }

    /**
     * A record.
     *
     * @throws SerializationException if its constructor refuses the components
     */
    static Object construct(MethodHandle constructor, @Nullable Object[] components) {
        try {
            return constructor.invokeExact(components);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw new SerializationException(e.getMessage(), e);
        }
    }
}
