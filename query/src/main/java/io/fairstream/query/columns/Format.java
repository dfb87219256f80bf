package io.fairstream.query.columns;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Format in which people see the values of one column; programs get the values themselves. */
public enum Format {
    /** Words. */
    TEXT(false, ""),
    /** A whole number. */
    WHOLE(true, ""),
    /** A number with as many decimals as the column needs: none, two, or four where one is below 1. */
    NUMBER(true, ""),
    /** A number with two decimals. */
    DECIMAL(true, ""),
    /** A number that may be so large that it needs a prefix of its unit, such as floating-point operations. */
    LARGE(true, ""),
    /** A factor or fraction, with six decimals. */
    FACTOR(true, ""),
    /** A fraction, shown as a percentage. */
    PERCENT(true, ""),
    /** Seconds, shown as hours. */
    HOURS(true, "h"),
    /** Microseconds, shown as hours. */
    MICROS_AS_HOURS(true, "h"),
    /** An instant, shown in the reader's time zone to the second. */
    TIME(false, ""),
    /** Seconds, shown as days, hours, minutes and seconds, as sacct does: {@code 1-02:03:04}. */
    ELAPSED(true, "");

    private static final double HOUR = 3600;
    private static final double MICRO_HOUR = 3.6e9;
    private static final double NEXT_TO_ONE = 0.995;
    private static final DateTimeFormatter LOCAL = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ssXXX", Locale.ROOT);

    private final boolean isNumber;
    private final String unit;

    Format(boolean isNumber, String unit) {
        this.isNumber = isNumber;
        this.unit = unit;
    }

    /** Returns true if the column's cells are aligned to the right. */
    public boolean isNumber() {
        return isNumber;
    }

    /** Returns the displayed unit if it differs from the unit of the value; otherwise an empty text. */
    public String unit() {
        return unit;
    }

    /**
     * Returns the conversion of a column's values to text. A word in a column of numbers, such as {@code inf}, is not
     * converted.
     *
     * @param all values of the column, without those that are missing; all of them get the same number of decimals
     * @param zone in which times are shown
     */
    public Function<Object, String> over(Collection<?> all, ZoneId zone) {
        int decimals = decimals(all);
        return value -> {
            if (isNumber && !(value instanceof Number)) {
                return plain(value);
            }
            return switch (this) {
                case NUMBER -> Numbers.fixed(number(value), decimals);
                case LARGE -> isLarge(value) ? Numbers.large(number(value)) : Numbers.fixed(number(value), decimals);
                default -> text(value, zone);
            };
        };
    }

    private int decimals(Collection<?> all) {
        int most = this == LARGE ? 2 : Integer.MAX_VALUE;
        return all.stream()
                .filter(Number.class::isInstance)
                .filter(value -> this != LARGE || !isLarge(value))
                .mapToInt(value -> Math.min(most, decimals(number(value))))
                .max()
                .orElse(0);
    }

    private static boolean isLarge(Object value) {
        return Math.abs(number(value)) >= Numbers.LARGE;
    }

    private String text(Object value, ZoneId zone) {
        return switch (this) {
            case TEXT, NUMBER, LARGE -> plain(value);
            case WHOLE -> Numbers.fixed(number(value), 0);
            case DECIMAL -> Numbers.decimal(number(value));
            case FACTOR -> Numbers.factor(number(value));
            case PERCENT -> Numbers.percent(number(value));
            case HOURS -> Numbers.decimal(number(value) / HOUR);
            case MICROS_AS_HOURS -> Numbers.decimal(number(value) / MICRO_HOUR);
            case TIME -> value instanceof Instant at ? local(at, zone) : plain(value);
            case ELAPSED -> elapsed(Duration.ofSeconds((long) number(value)));
        };
    }

    /** Returns the instant in ISO-8601 in the zone, to the second. */
    public static String local(Instant at, ZoneId zone) {
        return LOCAL.format(at.atZone(zone));
    }

    /** Returns days, hours, minutes and seconds in sacct's format. */
    public static String elapsed(Duration time) {
        String clock = String.format(
                Locale.ROOT, "%02d:%02d:%02d", time.toHoursPart(), time.toMinutesPart(), time.toSecondsPart());
        return time.toDays() == 0 ? clock : time.toDays() + "-" + clock;
    }

    /** Returns a value as text; the elements of a list are separated by blanks. */
    public static String plain(Object value) {
        if (value instanceof Collection<?> several) {
            return several.stream().map(Format::plain).collect(Collectors.joining(" "));
        }
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> entry.getKey() + "=" + plain(entry.getValue()))
                    .collect(Collectors.joining(" "));
        }
        return String.valueOf(value);
    }

    private static double number(Object value) {
        return ((Number) value).doubleValue();
    }

    private static int decimals(double number) {
        if (number == Math.rint(number)) {
            return 0;
        }
        return Math.abs(number) < NEXT_TO_ONE ? 4 : 2;
    }
}
