package io.fairstream.schemas;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** Records of any generated class with values nobody would think of. */
final class RandomRecords {
    private static final String[] PIECES = {
        "alice", " ", "\"", "\\", "\n", "\u0000", "é", "用户", "🦉", "{", "null", "/", "\u2028"
    };

    private final Random random;

    RandomRecords(long seed) {
        this.random = new Random(seed);
    }

    SpecificRecord next(Class<?> type) throws ReflectiveOperationException {
        SpecificRecord avro =
                type.asSubclass(SpecificRecord.class).getConstructor().newInstance();
        for (Schema.Field field : avro.getSchema().getFields()) {
            avro.put(field.pos(), value(field.schema()));
        }
        return avro;
    }

    private @Nullable Object value(Schema schema) throws ReflectiveOperationException {
        return switch (schema.getType()) {
            case NULL -> null;
            case STRING ->
                Stream.generate(() -> oneOf(List.of(PIECES)))
                        .limit(random.nextInt(4))
                        .reduce("", String::concat);
            case BOOLEAN -> random.nextBoolean();
            case INT -> oneOf(List.of(0, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, random.nextInt()));
            case LONG ->
                schema.getLogicalType() == null
                        ? oneOf(List.of(0L, -1L, Long.MAX_VALUE, Long.MIN_VALUE, random.nextLong()))
                        : oneOf(List.of(Instant.EPOCH, instant(2_000_000_000_000L), instant(200_000_000_000_000_000L)));
            case DOUBLE -> number();
            case ENUM -> oneOf(List.of(classOf(schema).getEnumConstants()));
            case ARRAY -> {
                int length = random.nextInt(3);
                yield IntStream.range(0, length)
                        .mapToObj(i -> unchecked(schema.getElementType()))
                        .toList();
            }
            case MAP -> random.nextBoolean() ? Map.of() : Map.of("gres/gpu", unchecked(schema.getValueType()));
            case UNION -> value(oneOf(schema.getTypes()));
            case RECORD -> next(classOf(schema));
            default -> throw new IllegalArgumentException(schema.toString());
        };
    }

    private Object unchecked(Schema schema) {
        try {
            return Objects.requireNonNull(value(schema));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private Instant instant(long bound) {
        return Instant.ofEpochMilli(random.nextLong() % bound);
    }

    private double number() {
        return oneOf(List.of(
                0.0,
                -0.0,
                3.0,
                0.1,
                1e-300,
                Double.MIN_VALUE,
                Double.MAX_VALUE,
                Double.NaN,
                Double.POSITIVE_INFINITY,
                Double.NEGATIVE_INFINITY,
                random.nextGaussian(),
                anyBits()));
    }

    private double anyBits() {
        double value = Double.longBitsToDouble(random.nextLong());
        return Double.isNaN(value) ? Double.NaN : value;
    }

    private <T> T oneOf(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    private static Class<?> classOf(Schema schema) throws ClassNotFoundException {
        return Class.forName(SpecificData.getClassName(schema));
    }
}
