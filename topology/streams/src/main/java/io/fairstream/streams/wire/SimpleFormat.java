package io.fairstream.streams.wire;

import java.lang.invoke.MethodType;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.apache.avro.Schema;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/**
 * The formats of types that have no parts, each with the type of its schema.
 *
 * <p>{@link Duration} is a double, seconds, exact to the millisecond. {@link LocalDate} is a string such as 2026-03-02.
 * {@link BigInteger} is its two's complement, the highest byte first. {@link ByteBuffer} is bytes.
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
        put(BigInteger.class, Schema.Type.BYTES, SimpleFormat::readNumber, (out, n) -> out.writeBytes(n.toByteArray()));
        put(ByteBuffer.class, Schema.Type.BYTES, in -> ByteBuffer.wrap(in.readBytes()), SimpleFormat::write);
    }

    private static <V> void put(
            Class<V> type, Schema.Type schema, Function<AvroIn, V> reader, BiConsumer<AvroOut, V> writer) {
        ALL.put(type, new SimpleFormat(schema, ValueFormat.of(reader, writer)));
    }

    /** That of a type, or null if it has parts. */
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
