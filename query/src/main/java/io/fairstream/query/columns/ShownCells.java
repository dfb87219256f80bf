package io.fairstream.query.columns;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Rows for people: a text for each column, null for no value.
 *
 * @param rows in the given order
 * @param sum of the row below the others; null for none
 */
public record ShownCells(
        List<List<@Nullable String>> rows, @Nullable List<@Nullable String> sum) {

    /**
     * Returns the texts of these rows. Numbers of a column have equal decimals, including the sum.
     *
     * @param zone in which times are shown
     */
    public static <R> ShownCells of(List<Column<R>> columns, List<R> rows, @Nullable R sum, ZoneId zone) {
        List<@Nullable Object[]> values = new ArrayList<>();
        rows.forEach(row -> values.add(values(columns, row)));
        @Nullable Object[] last = sum == null ? null : values(columns, sum);
        List<Function<Object, String>> texts = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            int column = i;
            List<Object> all = new ArrayList<>();
            values.forEach(row -> addIfPresent(row[column], all));
            if (last != null) {
                addIfPresent(last[i], all);
            }
            texts.add(columns.get(i).format().over(all, zone));
        }
        return new ShownCells(
                values.stream().map(row -> cells(row, texts)).toList(), last == null ? null : cells(last, texts));
    }

    private static <R> @Nullable Object[] values(List<Column<R>> columns, R row) {
        @Nullable Object[] values = new Object[columns.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = columns.get(i).shown().apply(row);
        }
        return values;
    }

    private static void addIfPresent(@Nullable Object value, List<Object> to) {
        if (value != null) {
            to.add(value);
        }
    }

    private static List<@Nullable String> cells(@Nullable Object[] row, List<Function<Object, String>> texts) {
        List<@Nullable String> cells = new ArrayList<>();
        for (int i = 0; i < row.length; i++) {
            Object value = row[i];
            cells.add(value == null ? null : Visible.text(texts.get(i).apply(value)));
        }
        return cells;
    }
}
