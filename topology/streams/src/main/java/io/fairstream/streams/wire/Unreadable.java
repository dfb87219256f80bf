package io.fairstream.streams.wire;

import java.util.function.Supplier;
import org.apache.kafka.common.errors.SerializationException;

/** Values that bytes cannot mean. */
final class Unreadable {
    private Unreadable() {}

    /** The value; a refusal to make it, or a number out of range, is said of the bytes. */
    static <T> T unless(Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new SerializationException(e.getMessage(), e);
        }
    }
}
