package io.fairstream.cli.terminal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Rows with named columns, shown to people as a table and to scripts as JSON lines.
 *
 * @param <R> a row
 */
public final class Table<R> {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final List<Column<R>> columns = new ArrayList<>();

    private record Column<R>(String header, String field, boolean isNumber, Function<R, @Nullable Object> value) {}

    /** A column of words; a null value is an empty cell, and absent in JSON. */
    public Table<R> text(String header, String field, Function<R, @Nullable Object> value) {
        columns.add(new Column<>(header, field, false, value));
        return this;
    }

    /** A column of numbers. */
    public Table<R> number(String header, String field, Function<R, @Nullable Object> value) {
        columns.add(new Column<>(header, field, true, value));
        return this;
    }

    /** With the columns that something else adds. */
    public Table<R> with(Consumer<Table<R>> columnsOf) {
        columnsOf.accept(this);
        return this;
    }

    /** As a table, or as JSON, one row a line. */
    public void print(Collection<R> rows, boolean json, PrintWriter out) {
        if (json) {
            rows.forEach(row -> out.println(json(row)));
            return;
        }
        print(rows, List.of(), out);
    }

    /** As a table with sums below it: a cell for each column, of which null is an empty one. */
    public void printWithSums(Collection<R> rows, List<? extends @Nullable Object> sums, PrintWriter out) {
        print(rows, List.<String[]>of(sums.stream().map(Table::text).toArray(String[]::new)), out);
    }

    private void print(Collection<R> rows, List<String[]> sums, PrintWriter out) {
        List<String[]> cells = new ArrayList<>(rows.size());
        rows.forEach(row -> cells.add(cells(row)));
        new Grid(
                        columns.stream().map(Column::header).toList(),
                        columns.stream().map(Column::isNumber).toList())
                .print(cells, sums, out);
    }

    private String[] cells(R row) {
        String[] cells = new String[columns.size()];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = text(columns.get(i).value().apply(row));
        }
        return cells;
    }

    private static String text(@Nullable Object cell) {
        return cell == null ? "" : cell.toString();
    }

    private String json(R row) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (Column<R> column : columns) {
            Object value = column.value().apply(row);
            if (value != null) {
                fields.put(column.field(), value);
            }
        }
        try {
            return JSON.writeValueAsString(fields);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(fields.toString(), e);
        }
    }
}
