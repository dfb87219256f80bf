package io.fairstream.relations;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;

/**
 * Name, unit and type of the column for a field of a record. The unit is in the field's name, as in
 * {@code cpuTimeUsedMicros}, or only in its doc.
 */
final class Units {
    /**
     * A unit.
     *
     * @param ending suffix of a field's name; empty if the unit is in the doc
     * @param name suffix of the column's name
     * @param scale number of digits of the field's integers that are after the point in that unit
     */
    private record Unit(String ending, String name, int scale) {}

    /** Units that columns have otherwise or that docs do not say so; longer suffixes come first. */
    private static final List<Unit> UNITS = List.of(
            new Unit("KiBSeconds", "kib_s", 0),
            new Unit("Millijoules", "j", 3),
            new Unit("FlopsEach", "flops_each", 0),
            new Unit("Seconds", "s", 0),
            new Unit("Micros", "s", 6),
            new Unit("Millis", "s", 3),
            new Unit("Joules", "j", 0),
            new Unit("Flops", "flops", 0),
            new Unit("Mflop", "mflop", 0));

    /** A word behind a comma and before a mark: a doc says the unit so, {@code , KiB; null when unknown}. */
    private static final Pattern WORD = Pattern.compile(", (\\w+)(?=[.;:,]|$)");

    private static final Unit MAP_OF_MILLIS = new Unit("Millis", "ms", 0);
    private static final Unit SECONDS = new Unit("", "s", 0);
    private static final Unit NODE_SECONDS = new Unit("", "node_s", 0);

    /** Fields whose unit is only in their doc. */
    private static final Map<String, Unit> DOCUMENTED = Map.of(
            "Priority.accumulatedUsage", SECONDS,
            "Priority.weightedAccumulatedUsage", SECONDS,
            "SetAccumulatedUsage.weightedAccumulatedUsage", SECONDS,
            "Allocation.interval", SECONDS,
            "Balance.interval", SECONDS,
            "AssociationUsage.rawUsage", NODE_SECONDS,
            "AssociationUsage.periodUsage", NODE_SECONDS,
            "AssociationUsage.smoothUsage", NODE_SECONDS,
            "SubtreeUsage.smoothUsage", NODE_SECONDS,
            "FairShare.usage", NODE_SECONDS);

    private static final Unit HUNDRED_THOUSANDTHS = new Unit("", "node_s", 5);
    private static final Unit NONE = new Unit("", "", 0);

    private final Schema.Field field;
    private final Schema plain;
    private final Unit unit;

    Units(Schema record, Schema.Field field) {
        this.field = field;
        this.plain = plain(field.schema());
        this.unit = unit(record.getName() + "." + field.name());
    }

    private Unit unit(String qualified) {
        if (qualified.equals("SubtreeUsage.units")) {
            return HUNDRED_THOUSANDTHS;
        }
        if (!isQuantity(plain)) {
            boolean isMapOfMillis =
                    plain.getType() == Schema.Type.MAP && field.name().endsWith(MAP_OF_MILLIS.ending());
            return isMapOfMillis ? MAP_OF_MILLIS : NONE;
        }
        Unit documented = DOCUMENTED.get(qualified);
        return documented != null
                ? documented
                : UNITS.stream()
                        .filter(each -> field.name().endsWith(each.ending()))
                        .findFirst()
                        .orElseGet(this::stated);
    }

    /** Returns the unit that both the field's doc and the end of its name say, such as {@code KiB}. */
    private Unit stated() {
        return WORD.matcher(String.valueOf(field.doc()))
                .results()
                .map(stated -> stated.group(1))
                .filter(word -> field.name().matches(".*[a-z0-9](?=[A-Z])(?i:" + word + ")"))
                .findFirst()
                .map(word -> new Unit(word, word.toLowerCase(Locale.ROOT), 0))
                .orElse(NONE);
    }

    private static boolean isQuantity(Schema schema) {
        return switch (schema.getType()) {
            case INT, DOUBLE -> true;
            case LONG -> !isTime(schema);
            default -> false;
        };
    }

    static boolean isTime(Schema schema) {
        return schema.getLogicalType() instanceof LogicalTypes.TimestampMillis;
    }

    /** Returns the non-null part of a nullable schema; any other schema unchanged. */
    static Schema plain(Schema schema) {
        if (schema.getType() != Schema.Type.UNION) {
            return schema;
        }
        List<Schema> values = schema.getTypes().stream()
                .filter(type -> type.getType() != Schema.Type.NULL)
                .toList();
        return values.size() == 1 ? values.get(0) : schema;
    }

    /** Returns the unit, as at the end of the name; empty for none. */
    String unit() {
        return unit.name();
    }

    String name() {
        String base =
                field.name().substring(0, field.name().length() - unit.ending().length());
        String snake = base.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
        return unit.name().isEmpty() ? snake : snake + "_" + unit.name();
    }

    SqlType type() {
        return switch (plain.getType()) {
            case STRING -> field.name().equals("day") ? SqlType.DATE : SqlType.TEXT;
            case ENUM -> SqlType.TEXT;
            case BOOLEAN -> SqlType.BOOLEAN;
            case INT -> SqlType.INTEGER;
            case DOUBLE -> SqlType.DOUBLE;
            case LONG -> integer();
            case ARRAY, MAP -> SqlType.JSON;
            default -> throw new IllegalArgumentException(field + " has no type in SQL");
        };
    }

    private SqlType integer() {
        if (isTime(plain)) {
            return SqlType.TIMESTAMPTZ;
        }
        return unit.scale() == 0 ? SqlType.BIGINT : SqlType.decimal(unit.scale());
    }

    /** Returns the field's doc, with the units of the column. */
    String doc() {
        String doc = Objects.requireNonNull(field.doc())
                .replace(", milliseconds since 1970 UTC", "")
                .replaceFirst("^Milliseconds since 1970 UTC", "When");
        if (unit.name().equals("s")) {
            doc = doc.replace("microseconds", "s").replace(", milliseconds", ", s");
        }
        return unit.equals(HUNDRED_THOUSANDTHS)
                ? doc.replace("hundred-thousandths of a node-second", "node-seconds")
                : doc.replace("millijoules", "J");
    }
}
