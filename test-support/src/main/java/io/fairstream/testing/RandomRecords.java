package io.fairstream.testing;

import io.fairstream.schemas.GeneratedRecords;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificData;
import org.jspecify.annotations.Nullable;

/** Records of any schema, with names and numbers of the kind that break things. */
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

    private final Random random;

    static {
        GeneratedRecords.allow();
    }

    public RandomRecords(long seed) {
        random = new Random(seed);
    }

    /** One record; of a generated schema an object of the generated class. */
    public IndexedRecord next(Schema schema) {
        IndexedRecord record = (IndexedRecord) SpecificData.get().newRecord(null, schema);
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
                SpecificData.get()
                        .createEnum(
                                schema.getEnumSymbols()
                                        .get(random.nextInt(
                                                schema.getEnumSymbols().size())),
                                schema);
            case STRING -> ODD_NAMES.get(random.nextInt(ODD_NAMES.size()));
            case INT -> random.nextInt(4) == 0 ? Integer.MIN_VALUE : random.nextInt();
            case LONG ->
                schema.getLogicalType() instanceof LogicalTypes.TimestampMillis
                        ? Instant.ofEpochMilli(TIMES[random.nextInt(TIMES.length)])
                        : (Object) LONGS[random.nextInt(LONGS.length)];
            case DOUBLE -> DOUBLES[random.nextInt(DOUBLES.length)];
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
            map.put(ODD_NAMES.get(random.nextInt(ODD_NAMES.size())), value(each));
        }
        return map;
    }

    private String day() {
        return "2026-0" + (1 + random.nextInt(9)) + "-1" + random.nextInt(10);
    }
}
