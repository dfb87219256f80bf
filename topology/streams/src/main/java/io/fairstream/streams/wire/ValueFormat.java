package io.fairstream.streams.wire;

import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reader and writer of the values of one field. */
interface ValueFormat {
    @Nullable
    Object read(AvroIn in);

    /** Writes a value; null for a union with null only. */
    void writeAny(AvroOut out, Object value);

    /** Made of both ways. */
    static <V> ValueFormat of(Function<AvroIn, ? extends V> reader, BiConsumer<AvroOut, V> writer) {
        return new ValueFormat() {
            @Override
            public @Nullable Object read(AvroIn in) {
                return reader.apply(in);
            }

            @Override
            @SuppressWarnings("unchecked") // of the component's type, which was looked at when the format was made
            public void writeAny(AvroOut out, Object value) {
                writer.accept(out, (V) value);
            }
        };
    }
}
