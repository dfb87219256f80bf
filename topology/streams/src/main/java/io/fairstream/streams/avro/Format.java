package io.fairstream.streams.avro;

import java.util.function.Function;
import org.apache.avro.Schema;
import org.apache.kafka.common.errors.SerializationException;

/** Reader and writer of one kind of value. */
public interface Format<T> extends FastAvroReader<T>, FastAvroWriter<T> {
    /** Reads a value; never null. */
    @Override
    T read(AvroIn in);

    /** Format of the same bytes for another type; {@code toOther} throws {@link IllegalArgumentException} if they are no such value. */
    default <U> Format<U> as(Function<T, U> toOther, Function<U, T> toThis) {
        Format<T> format = this;
        return new Format<>() {
            @Override
            public Schema schema() {
                return format.schema();
            }

            @Override
            public U read(AvroIn in) {
                T value = format.read(in);
                try {
                    return toOther.apply(value);
                } catch (IllegalArgumentException e) {
                    throw new SerializationException(e.getMessage(), e);
                }
            }

            @Override
            public void write(U value, AvroOut out) {
                format.write(toThis.apply(value), out);
            }
        };
    }
}
