package io.fairstream.testing;

import io.fairstream.schemas.GeneratedRecords;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.jspecify.annotations.Nullable;

/**
 * Records of any schema, with names and numbers of the kind that break things. Extreme ones have what a topic can hold and the topology
 * refuses, too.
 */
public final class RandomRecords {
    private static final List<String> ODD_NAMES = List.of(
            "",
            " ",
            "alice",
            "Ünïcode 日本 \uD83D\uDE00",
            "it's",
            "\"quoted\"",
            "semi;colon--",
            "comma,tab\tnewline\nreturn\r",
            "back\\slash/..",
            "{\"json\":[1]}",
            "NULL",
            "%_*",
            "x".repeat(300));
    private static final long[] LONGS = {0, 1, -1, 999_999, -1_000_001, Long.MAX_VALUE, Long.MIN_VALUE};
    private static final double[] DOUBLES = {0, -0.0, 0.1, 1 / 3.0, -2.5e-300, 1e25, Double.MAX_VALUE, Double.MIN_VALUE
    };
    private static final long LAST = Instant.parse("9999-12-31T23:59:59.999Z").toEpochMilli();
    private static final long[] TIMES = {
        0, 1, LAST, Instant.parse("2026-03-02T08:00:00.123Z").toEpochMilli()
    };

    private static final List<String> EXTREME_NAMES = List.of(
            "",
            "\0",
            "a\0b",
            "\u0001\u001b[2J",
            "\uFFFD",
            "\u202Eright",
            "/",
            "a/",
            "//",
            "=",
            "x".repeat(3000),
            "9".repeat(400));
    private static final double[] EXTREME_DOUBLES = {
        Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MAX_VALUE, -Double.MAX_VALUE
    };
    private static final List<Instant> EXTREME_TIMES = Stream.of(
                    Long.MIN_VALUE,
                    Long.MIN_VALUE / 1000,
                    -62_135_596_800_001L,
                    -1L,
                    LAST + 1,
                    Long.MAX_VALUE / 1000,
                    Long.MAX_VALUE)
            .map(Instant::ofEpochMilli)
            .toList();
    private static final List<String> EXTREME_DAYS =
            List.of("", "never", "2026-02-30", "0000-01-01", "-999999999-01-01", "+999999999-12-31");

    private final Random random;
    private final boolean isExtreme;

    public RandomRecords(long seed) {
        this(seed, false);
    }

    private RandomRecords(long seed, boolean isExtreme) {
        this.random = new Random(seed);
        this.isExtreme = isExtreme;
    }

    /** Every other value is one that the topology refuses. */
    public static RandomRecords extreme(long seed) {
        return new RandomRecords(seed, true);
    }

    private boolean isNextExtreme() {
        return isExtreme && random.nextBoolean();
    }

    /** One record; of a generated schema an object of the generated class. */
    public IndexedRecord next(Schema schema) {
        IndexedRecord record = (IndexedRecord) GeneratedRecords.model().newRecord(null, schema);
        for (Schema.Field field : schema.getFields()) {
            boolean isDay = field.name().equals("day");
            record.put(field.pos(), isDay ? day() : value(field.schema()));
        }
        return record;
    }

    private @Nullable Object value(Schema schema) {
        return switch (schema.getType()) {
            case RECORD -> next(schema);
            case UNION ->
                value(schema.getTypes().get(random.nextInt(schema.getTypes().size())));
            case NULL -> null;
            case ENUM ->
                GeneratedRecords.model()
                        .createEnum(
                                schema.getEnumSymbols()
                                        .get(random.nextInt(
                                                schema.getEnumSymbols().size())),
                                schema);
            case STRING -> name();
            case INT -> random.nextInt(4) == 0 ? Integer.MIN_VALUE : random.nextInt();
            case LONG ->
                schema.getLogicalType() instanceof LogicalTypes.TimestampMillis
                        ? time()
                        : (Object) LONGS[random.nextInt(LONGS.length)];
            case DOUBLE ->
                isNextExtreme()
                        ? EXTREME_DOUBLES[random.nextInt(EXTREME_DOUBLES.length)]
                        : DOUBLES[random.nextInt(DOUBLES.length)];
            case BOOLEAN -> random.nextBoolean();
            case ARRAY -> values(schema.getElementType());
            case MAP -> map(schema.getValueType());
            default -> throw new IllegalArgumentException(schema.toString());
        };
    }

    private List<@Nullable Object> values(Schema element) {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            values.add(value(element));
        }
        return values;
    }

    private Map<String, @Nullable Object> map(Schema each) {
        Map<String, @Nullable Object> map = new TreeMap<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            map.put(name(), value(each));
        }
        return map;
    }

    private String name() {
        List<String> names = isNextExtreme() ? EXTREME_NAMES : ODD_NAMES;
        return names.get(random.nextInt(names.size()));
    }

    private Instant time() {
        return isNextExtreme()
                ? EXTREME_TIMES.get(random.nextInt(EXTREME_TIMES.size()))
                : Instant.ofEpochMilli(TIMES[random.nextInt(TIMES.length)]);
    }

    private String day() {
        if (isNextExtreme()) {
            return EXTREME_DAYS.get(random.nextInt(EXTREME_DAYS.size()));
        }
        return "2026-0" + (1 + random.nextInt(9)) + "-1" + random.nextInt(10);
    }
}
