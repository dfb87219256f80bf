package io.fairstream.it.hostile;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;

/** Good records made bad, in ways that their schema allows and in ways that it does not. */
final class Mutations {
    /** Above it the broker refuses a record, and nobody has to read it. */
    private static final int LARGEST = 10_000_000;

    private static final double[] DOUBLES = {
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.MAX_VALUE,
        -Double.MAX_VALUE,
        0x1.fp1023,
        0x1p1023,
        0x1p76,
        1e15,
        -1,
        -0.0,
        Double.MIN_VALUE,
        0
    };
    private static final long[] LONGS = {
        Long.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE - 1, 1L << 53, 253_402_300_800_000L, -1, 0, 1, 1L << 32
    };
    private static final int[] INTS = {Integer.MAX_VALUE, Integer.MIN_VALUE, -1, 0, 1, 1 << 20};
    private static final String[] TEXTS = {
        "", "/", "a//b", "a/b/c/d", "\u0000", "|", "a b", "ä\uD83D\uDE00", "NaN", "x".repeat(1025), "x".repeat(100_000)
    };

    private Mutations() {}

    /** The record with one of its values, or one of what it contains, put to an extreme. */
    static SpecificRecord extreme(SpecificRecord record, Random random) {
        SpecificRecord copy = SpecificData.getForClass(record.getClass()).deepCopy(record.getSchema(), record);
        SpecificRecord at = copy;
        while (true) {
            List<Schema.Field> fields = at.getSchema().getFields();
            Schema.Field field = fields.get(random.nextInt(fields.size()));
            Object value = at.get(field.pos());
            if (value instanceof SpecificRecord inner && random.nextInt(8) > 0) {
                at = inner;
            } else if (value instanceof List<?> list
                    && !list.isEmpty()
                    && list.get(0) instanceof SpecificRecord inner
                    && random.nextInt(4) > 0) {
                at = inner;
            } else {
                at.put(field.pos(), extreme(field.schema(), value, random));
                return copy;
            }
        }
    }

    private static Object extreme(Schema schema, Object value, Random random) {
        Schema branch = schema.getType() == Schema.Type.UNION
                ? schema.getTypes().stream()
                        .filter(one -> one.getType() != Schema.Type.NULL)
                        .findFirst()
                        .orElseThrow()
                : schema;
        return switch (branch.getType()) {
            case DOUBLE -> DOUBLES[random.nextInt(DOUBLES.length)];
            case LONG -> branch.getLogicalType() != null ? instant(random) : LONGS[random.nextInt(LONGS.length)];
            case INT -> INTS[random.nextInt(INTS.length)];
            case STRING -> TEXTS[random.nextInt(TEXTS.length)];
            case BOOLEAN -> random.nextBoolean();
            case ARRAY -> many((List<?>) value, random);
            default -> value;
        };
    }

    private static Instant instant(Random random) {
        return Instant.ofEpochMilli(LONGS[random.nextInt(LONGS.length)]);
    }

    private static List<?> many(List<?> list, Random random) {
        List<Object> many = new ArrayList<>();
        if (!list.isEmpty() && random.nextBoolean()) {
            int most = Math.min(1000, LARGEST / (1 + list.get(0).toString().length()));
            for (int i = 0; i < most; i++) {
                many.add(list.get(0));
            }
        }
        return many;
    }

    /** The bytes with some bits turned over. */
    static byte[] flipped(byte[] bytes, Random random) {
        byte[] copy = bytes.clone();
        for (int left = 1 + random.nextInt(4); left > 0 && copy.length > 5; left--) {
            copy[5 + random.nextInt(copy.length - 5)] ^= (byte) (1 << random.nextInt(8));
        }
        return copy;
    }

    static byte[] truncated(byte[] bytes, Random random) {
        return Arrays.copyOf(bytes, random.nextInt(bytes.length));
    }

    /** The same Avro under another schema's id. */
    static byte[] underId(int id, byte[] bytes) {
        byte[] copy = bytes.clone();
        ByteBuffer.wrap(copy).put(1, ByteBuffer.allocate(4).putInt(id).array());
        return copy;
    }

    static byte[] random(int length, Random random) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
