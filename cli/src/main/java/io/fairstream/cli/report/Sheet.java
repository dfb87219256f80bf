package io.fairstream.cli.report;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.SequenceWriter;
import com.fasterxml.jackson.dataformat.csv.CsvFactory;
import com.fasterxml.jackson.dataformat.csv.CsvGenerator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import io.fairstream.cli.terminal.JsonRow;
import io.fairstream.cli.terminal.Numbers;
import io.fairstream.cli.terminal.Table;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Rows with named columns: for people in the unit they want, for programs as JSON lines with exact numbers, or as CSV, which is
 * for spreadsheets and has the unit, too.
 *
 * @param <R> a row
 */
final class Sheet<R> {
    private static final int RATIO_DECIMALS = 6;
    private static final DateTimeFormatter LOCAL = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ssXXX", Locale.ROOT);

    private final Unit unit;
    private final ZoneId zone;
    private final List<Column<R>> columns = new ArrayList<>();

    /** How rows are written. */
    enum Format {
        TEXT,
        JSON,
        CSV
    }

    private record Column<R>(
            String header,
            boolean isNumber,
            Function<R, @Nullable Object> text,
            String field,
            Function<R, @Nullable Object> exact,
            String name,
            Function<R, @Nullable Object> plain) {}

    /**
     * Without columns.
     *
     * @param unit of processor time
     * @param zone in which times are shown; in JSON they are UTC
     */
    Sheet(Unit unit, ZoneId zone) {
        this.unit = unit;
        this.zone = zone;
    }

    /** A column of words; a null value is an empty cell, and absent in JSON. */
    Sheet<R> text(String header, String field, Function<R, @Nullable Object> value) {
        columns.add(new Column<>(header, false, value, field, value, field, value));
        return this;
    }

    /** A column of words that are shown to people in another way. */
    Sheet<R> text(
            String header, String field, Function<R, @Nullable Object> shown, Function<R, @Nullable Object> value) {
        columns.add(new Column<>(header, false, shown, field, value, field, value));
        return this;
    }

    /** A column of numbers. */
    Sheet<R> number(String header, String field, Function<R, @Nullable Number> value) {
        Function<R, @Nullable Object> shown = row -> {
            Number number = value.apply(row);
            return number == null ? null : Numbers.number(number.doubleValue());
        };
        columns.add(new Column<>(header, true, shown, field, value::apply, field, value::apply));
        return this;
    }

    /** A column of numbers that are shown to people in another way. */
    Sheet<R> number(
            String header, String field, Function<R, @Nullable Object> shown, Function<R, @Nullable Number> value) {
        columns.add(new Column<>(header, true, shown, field, value::apply, field, value::apply));
        return this;
    }

    /** A column of ratios, 1 being all. */
    Sheet<R> ratio(String header, String field, Function<R, @Nullable Double> value) {
        Function<R, @Nullable Object> shown = row -> {
            Double ratio = value.apply(row);
            return ratio == null ? null : Numbers.percent(ratio);
        };
        Function<R, @Nullable Object> plain = row -> {
            Double ratio = value.apply(row);
            return ratio == null ? null : BigDecimal.valueOf(ratio).setScale(RATIO_DECIMALS, RoundingMode.HALF_UP);
        };
        columns.add(new Column<>(header, true, shown, field, value::apply, field, plain));
        return this;
    }

    /** A column of instants. */
    Sheet<R> time(String header, String field, Function<R, @Nullable Instant> value) {
        Function<R, @Nullable Object> local = row -> {
            Instant at = value.apply(row);
            return at == null ? null : local(at);
        };
        columns.add(new Column<>(header, false, local, field, value::apply, field, local));
        return this;
    }

    /**
     * A column of processor time.
     *
     * @param field to which Micros or the unit is appended
     * @param whole what is all when the unit is percent
     */
    Sheet<R> processorTime(String header, String field, ToLongFunction<R> micros, ToLongFunction<R> whole) {
        columns.add(new Column<>(
                header,
                true,
                row -> unit.text(micros.applyAsLong(row), whole.applyAsLong(row)),
                field + "Micros",
                micros::applyAsLong,
                field + unit.word(),
                row -> unit.plain(micros.applyAsLong(row), whole.applyAsLong(row))));
        return this;
    }

    /**
     * A column of what was used, node-seconds.
     *
     * @param field to which Seconds or the unit is appended, and then the suffix
     * @param whole what is all when the unit is percent
     */
    Sheet<R> nodeTime(
            String header, String field, String suffix, Function<R, BigDecimal> nodeSeconds, BigDecimal whole) {
        columns.add(new Column<>(
                header,
                true,
                row -> unit.text(nodeSeconds.apply(row), whole),
                field + "Seconds" + suffix,
                row -> Unit.shortened(nodeSeconds.apply(row)),
                field + unit.word() + suffix,
                row -> unit.plain(nodeSeconds.apply(row), whole)));
        return this;
    }

    /** The instant as people read it, in ISO-8601 to the second. */
    String local(Instant at) {
        return LOCAL.format(at.atZone(zone));
    }

    /**
     * Prints the rows.
     *
     * @param sum a row to stand below the table for people; null for none
     */
    void print(Format format, Collection<R> rows, @Nullable R sum, PrintWriter out) {
        switch (format) {
            case JSON -> rows.forEach(row -> json(row).print(out));
            case CSV -> printCsv(rows, out);
            case TEXT -> printText(rows, sum, out);
        }
        out.flush();
    }

    private void printText(Collection<R> rows, @Nullable R sum, PrintWriter out) {
        Table<R> table = new Table<>();
        for (Column<R> column : columns) {
            if (column.isNumber()) {
                table.number(column.header(), "", column.text());
            } else {
                table.text(column.header(), "", column.text());
            }
        }
        if (sum == null) {
            table.print(rows, false, out);
        } else {
            List<@Nullable Object> cells = new ArrayList<>();
            columns.forEach(column -> cells.add(column.text().apply(sum)));
            table.printWithSums(rows, cells, out);
        }
    }

    private JsonRow json(R row) {
        JsonRow json = new JsonRow();
        columns.forEach(column -> json.with(column.field(), column.exact().apply(row)));
        return json;
    }

    private void printCsv(Collection<R> rows, PrintWriter out) {
        CsvMapper mapper = new CsvMapper(CsvFactory.builder()
                .enable(CsvGenerator.Feature.STRICT_CHECK_FOR_QUOTING)
                .build());
        mapper.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        try (SequenceWriter writer = mapper.writer().writeValues(out)) {
            writer.write(columns.stream().map(Column::name).toList());
            for (R row : rows) {
                List<Object> cells = new ArrayList<>();
                columns.forEach(column -> cells.add(csv(column.plain().apply(row))));
                writer.write(cells);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Object csv(@Nullable Object cell) {
        if (cell instanceof Collection<?> several) {
            return String.join(" ", several.stream().map(String::valueOf).toList());
        }
        if (cell instanceof Number) {
            return cell;
        }
        return cell == null ? "" : cell.toString();
    }
}
