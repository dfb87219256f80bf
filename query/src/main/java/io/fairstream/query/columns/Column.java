package io.fairstream.query.columns;

import java.time.DateTimeException;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A column of a report, with the same name for people, in JSON and in CSV. A cell that cannot be worked out, since a number or a time
 * in the row is beyond what can be counted, is empty; one odd record hides no other row.
 *
 * @param name in camel case, with the unit of its values at the end where that is not plain, such as {@code allocatedMicros}; with a
 *     dot where JSON has it in an object, such as {@code now.rank}
 * @param header what stands above it for people, maybe of several lines
 * @param unit in which people see the values, if it differs from the unit of the values; else empty
 * @param value of a row: text, truth, number, instant, list or map of such; null for none
 * @param shown for people in its stead; mostly the same
 * @param place whether people see it without asking for it; programs always do
 */
public record Column<R>(
        String name,
        String header,
        Format format,
        String unit,
        Function<R, @Nullable Object> value,
        Function<R, @Nullable Object> shown,
        Place place) {

    /** Place of a column in tables for people. */
    enum Place {
        SHOWN,
        /** The first to be left out on a narrow terminal. */
        IF_ROOM,
        HIDDEN
    }

    /** Suffixes of a name that give the unit of its values, but not of the displayed ones. */
    private static final String UNITS = "(Micros|Millis|Seconds)$";

    public Column {
        value = Cell.of(value);
        shown = Cell.of(shown);
    }

    /** A value, or none if a number or time in it is out of range. */
    private record Cell<R>(Function<R, @Nullable Object> value) implements Function<R, @Nullable Object> {
        static <R> Function<R, @Nullable Object> of(Function<R, @Nullable Object> value) {
            return value instanceof Cell ? value : new Cell<>(value);
        }

        @Override
        public @Nullable Object apply(R row) {
            try {
                return value.apply(row);
            } catch (ArithmeticException | DateTimeException e) {
                return null;
            }
        }
    }

    static <R> Column<R> of(String name, Format format, Function<R, @Nullable Object> value) {
        boolean isOtherUnit = !format.unit().isEmpty() || format == Format.ELAPSED;
        String base = isOtherUnit ? name.replaceFirst(UNITS, "") : name;
        return new Column<>(name, header(base, format.unit()), format, format.unit(), value, value, Place.SHOWN);
    }

    /** Returns the name in words: {@code effectivePriority} becomes EFFECTIVE PRIORITY; a column displayed in hours gets an (H). */
    private static String header(String base, String unit) {
        String words =
                base.replace('.', ' ').replaceAll("(?<=[a-z0-9])(?=[A-Z])", " ").toUpperCase(Locale.ROOT);
        return unit.isEmpty() ? words : words + " (" + unit + ")";
    }

    /** Returns the column for programs, and for people who request it. */
    public Column<R> hidden() {
        return at(Place.HIDDEN);
    }

    Column<R> at(Place other) {
        return new Column<>(name, header, format, unit, value, shown, other);
    }

    public boolean isShown() {
        return place != Place.HIDDEN;
    }

    /** Returns true if the column is left out first on a narrow terminal. */
    public boolean isLeftOutFirst() {
        return place == Place.IF_ROOM;
    }

    Column<R> headed(String other) {
        return new Column<>(name, other, format, unit, value, shown, place);
    }

    Column<R> shownAs(Function<R, @Nullable Object> other) {
        return new Column<>(name, header, format, unit, value, other, place);
    }

    /** Returns the column of numbers with another unit for people, of which each is so many of the values' unit, the name's ending. */
    Column<R> shownIn(String other, double size, String ending) {
        String base = name.endsWith(ending) ? name.substring(0, name.length() - ending.length()) : name;
        Function<R, @Nullable Object> inOther =
                row -> value.apply(row) instanceof Number number ? (Double) (number.doubleValue() / size) : null;
        return new Column<>(name, header(base, other), Format.DECIMAL, other, value, inOther, place);
    }

    /** Returns true if the text is the name or the header of this column, ignoring case. */
    public boolean isCalled(String asked) {
        return normal(asked).equals(normal(name)) || normal(asked).equals(normal(header));
    }

    private static String normal(String text) {
        return text.replaceAll("[\\s_-]", "").toLowerCase(Locale.ROOT);
    }
}
