package io.fairstream.query.columns;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Builder for the columns of a report. Mutable.
 *
 * @param <R> a row
 */
public final class Columns<R> {
    private final List<Column<R>> columns = new ArrayList<>();

    /** Adds a column of words; a null value is an empty cell. */
    public Columns<R> text(String name, Function<R, @Nullable Object> value) {
        return add(name, Format.TEXT, value);
    }

    /** Adds a column of words with another text for people. */
    public Columns<R> text(String name, Function<R, @Nullable Object> shown, Function<R, @Nullable Object> value) {
        return text(name, value).last(column -> column.shownAs(shown));
    }

    /** Adds a column of numbers with as many decimals as they need. */
    public Columns<R> number(String name, Function<R, @Nullable Number> value) {
        return add(name, Format.NUMBER, value::apply);
    }

    /** Adds a column of instants. */
    public Columns<R> time(String name, Function<R, @Nullable Instant> value) {
        return add(name, Format.TIME, value::apply);
    }

    /** Adds a column of parts of a whole; 1 is 100 %. */
    public Columns<R> percent(String name, Function<R, @Nullable Number> value) {
        return add(name, Format.PERCENT, value::apply);
    }

    /** Adds a column of seconds, shown as hours. */
    public Columns<R> hours(String name, Function<R, @Nullable Number> seconds) {
        return add(name, Format.HOURS, seconds::apply);
    }

    /** Adds a column of values in that format. */
    public Columns<R> add(String name, Format format, Function<R, @Nullable Object> value) {
        return add(Column.of(name, format, value));
    }

    public Columns<R> add(Column<R> column) {
        columns.add(column);
        return this;
    }

    /** Sets the header of the last column, for a name that a system's users know better than the name for programs. */
    public Columns<R> headed(String header) {
        return last(column -> column.headed(header));
    }

    /** Hides the last column from people unless they request it. */
    public Columns<R> unshown() {
        return last(Column::hidden);
    }

    /** Leaves the last column out before others are cut or left out on a narrow terminal. */
    public Columns<R> leftOutFirst() {
        return last(column -> column.at(Column.Place.IF_ROOM));
    }

    /** Sets the value that people see in the last column. */
    public Columns<R> shownAs(Function<R, @Nullable Object> shown) {
        return last(column -> column.shownAs(shown));
    }

    /**
     * Shows the numbers of the last column in a larger unit, with two decimals.
     *
     * @param unit its name
     * @param size number of units of the values that make one of it
     * @param ending end of the column's name that says the unit of the values
     */
    public Columns<R> shownIn(String unit, double size, String ending) {
        return last(column -> column.shownIn(unit, size, ending));
    }

    private Columns<R> last(UnaryOperator<Column<R>> change) {
        int last = columns.size() - 1;
        columns.set(last, change.apply(columns.get(last)));
        return this;
    }

    /** Adds columns by a function. */
    public Columns<R> with(Consumer<Columns<R>> more) {
        more.accept(this);
        return this;
    }

    /** Returns the rows under these columns. */
    public Report<R> report(Iterable<R> rows) {
        return stream(rows::forEach);
    }

    /** Returns rows that are computed during iteration. */
    public Report<R> stream(Report.Rows<R> rows) {
        return new Report<>("", List.copyOf(columns), rows, null, null, null);
    }
}
