package io.fairstream.query.usage;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Format;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Columns of processor time and node time. By default people see the usual unit and programs get exact values; if a
 * unit is requested, both get it, and the name of the column contains it.
 *
 * @param usual for people
 * @param asked requested unit; null for none
 */
public record TimeColumns(Unit usual, @Nullable Unit asked) {
    private static final int MICROS = 6;

    /**
     * Adds a column of processor time.
     *
     * @param name to which Micros or the unit is appended
     * @param micros microseconds; null for unknown
     * @param whole 100 % if the unit is percent, microseconds; null for unknown
     */
    public <R> void processorTime(
            Columns<R> to, String name, Function<R, @Nullable Long> micros, Function<R, @Nullable Long> whole) {
        add(
                to,
                name + (asked == null ? "Micros" : asked.word()),
                name.toUpperCase(Locale.ROOT),
                micros::apply,
                row -> seconds(micros.apply(row)),
                row -> seconds(whole.apply(row)));
    }

    /**
     * Adds a column of node time.
     *
     * @param suffix of its name, after the unit
     * @param header for people
     * @param whole 100 % if the unit is percent
     */
    <R> void nodeTime(
            Columns<R> to, String suffix, String header, Function<R, BigDecimal> nodeSeconds, BigDecimal whole) {
        Unit unit = asked == null ? Unit.SECONDS : asked;
        add(
                to,
                "node" + unit.word() + suffix,
                header,
                row -> Unit.shortened(nodeSeconds.apply(row)),
                nodeSeconds,
                row -> whole);
    }

    private static @Nullable BigDecimal seconds(@Nullable Long micros) {
        return micros == null ? null : BigDecimal.valueOf(micros, MICROS);
    }

    private <R> void add(
            Columns<R> to,
            String name,
            String header,
            Function<R, @Nullable Object> exact,
            Function<R, @Nullable BigDecimal> seconds,
            Function<R, @Nullable BigDecimal> whole) {
        Unit unit = asked == null ? usual : asked;
        to.add(
                        name,
                        unit == Unit.PERCENT ? Format.PERCENT : Format.DECIMAL,
                        asked == null ? exact : row -> unit.rounded(seconds.apply(row), whole.apply(row)))
                .shownAs(row -> unit.shown(seconds.apply(row), whole.apply(row)))
                .headed(unit.header(header));
    }
}
