package io.fairstream.streams.wire;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.apache.avro.Schema;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/**
 * A Java type that stands as another one in a schema.
 *
 * <p>{@link Duration} is a double, seconds, exact to the millisecond. {@link LocalDate} is a string such as 2026-03-02. {@link BigInteger} is
 * its two's complement, the highest byte first. {@link ByteBuffer} is bytes.
 */
record Conversion(Class<?> type, Schema.Type schema, ValueFormat format) {
    private static final double MILLIS = 1e3;

    private static final List<Conversion> ALL = List.of(
            of(
                    Duration.class,
                    Schema.Type.DOUBLE,
                    in -> Duration.ofMillis(Math.round(in.readDouble() * MILLIS)),
                    (out, duration) -> out.writeDouble(duration.toMillis() / MILLIS)),
            of(
                    LocalDate.class,
                    Schema.Type.STRING,
                    Conversion::readDate,
                    (out, date) -> out.writeString(date.toString())),
            of(
                    BigInteger.class,
                    Schema.Type.BYTES,
                    Conversion::readNumber,
                    (out, number) -> out.writeBytes(number.toByteArray())),
            of(ByteBuffer.class, Schema.Type.BYTES, in -> ByteBuffer.wrap(in.readBytes()), Conversion::write));

    private static <V> Conversion of(
            Class<V> type, Schema.Type schema, Function<AvroIn, V> reader, BiConsumer<AvroOut, V> writer) {
        return new Conversion(type, schema, ValueFormat.of(reader, writer));
    }

    /** That of a type, or null if it needs none. */
    static @Nullable Conversion of(Class<?> type) {
        return ALL.stream().filter(known -> known.type == type).findFirst().orElse(null);
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
