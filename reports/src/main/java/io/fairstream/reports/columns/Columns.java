package io.fairstream.reports.columns;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a report while they are put together. Mutable until used.
 *
 * @param <R> a row
 */
public final class Columns<R> {
    private final List<Column<R>> columns = new ArrayList<>();

    /** A column of words; a null value is an empty cell. */
    public Columns<R> text(String name, Function<R, @Nullable Object> value) {
        return add(name, Format.TEXT, value);
    }

    /** A column of words that people see in another way. */
    public Columns<R> text(String name, Function<R, @Nullable Object> shown, Function<R, @Nullable Object> value) {
        return text(name, value).last(column -> withShown(column, shown));
    }

    /** A column of numbers with as many decimals as they need. */
    public Columns<R> number(String name, Function<R, @Nullable Number> value) {
        return add(name, Format.NUMBER, value::apply);
    }

    /** A column of instants. */
    public Columns<R> time(String name, Function<R, @Nullable Instant> value) {
        return add(name, Format.TIME, value::apply);
    }

    /** A column of parts of a whole, 1 being all. */
    public Columns<R> percent(String name, Function<R, @Nullable Number> value) {
        return add(name, Format.PERCENT, value::apply);
    }

    /** A column of seconds, which people see as hours. */
    public Columns<R> hours(String name, Function<R, @Nullable Number> seconds) {
        return add(name, Format.HOURS, seconds::apply);
    }

    /** A column of values in that format. */
    public Columns<R> add(String name, Format format, Function<R, @Nullable Object> value) {
        return add(Column.of(name, format, value));
    }

    public Columns<R> add(Column<R> column) {
        columns.add(column);
        return this;
    }

    /** Sets the header of the column that was added last, where a system's users know it by another name than programs. */
    public Columns<R> headed(String header) {
        return last(column ->
                new Column<>(column.name(), header, column.format(), column.value(), column.shown(), column.isShown()));
    }

    /** The column that was added last is for programs, and for people who ask for it. */
    public Columns<R> unshown() {
        return last(Column::hidden);
    }

    /** Sets the value that people see in the column that was added last in place of its own. */
    public Columns<R> shownAs(Function<R, @Nullable Object> shown) {
        return last(column -> withShown(column, shown));
    }

    private static <R> Column<R> withShown(Column<R> column, Function<R, @Nullable Object> shown) {
        return new Column<>(column.name(), column.header(), column.format(), column.value(), shown, column.isShown());
    }

    private Columns<R> last(UnaryOperator<Column<R>> change) {
        int last = columns.size() - 1;
        columns.set(last, change.apply(columns.get(last)));
        return this;
    }

    /** With the columns that something else adds. */
    public Columns<R> with(Consumer<Columns<R>> more) {
        more.accept(this);
        return this;
    }

    /** The rows under these columns. */
    public Report<R> report(Iterable<R> rows) {
        return stream(rows::forEach);
    }

    /** Rows that are worked out while they are gone through. */
    public Report<R> stream(Report.Rows<R> rows) {
        return new Report<>("", List.copyOf(columns), rows, null, null, null);
    }
}
