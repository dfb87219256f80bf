package io.fairstream.cli.terminal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Rows with named columns, shown to people as a table and to scripts as JSON lines.
 *
 * @param <R> a row
 */
public final class Table<R> {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** Longer ones are broken, which names of people and machines never are: they have at most 1024 bytes. */
    private static final int LONGEST_CELL = 1100;

    private final List<Column<R>> columns = new ArrayList<>();

    private record Column<R>(String header, String field, HorizontalAlign align, Function<R, @Nullable Object> value) {

        ColumnData<R> data() {
            return new com.github.freva.asciitable.Column()
                    .header(header)
                    .dataAlign(align)
                    .maxWidth(LONGEST_CELL)
                    .with(this::text);
        }

        private String text(R row) {
            Object cell = value.apply(row);
            return cell == null ? "" : cell.toString();
        }
    }

    /** A column of words; a null value is an empty cell, and absent in JSON. */
    public Table<R> text(String header, String field, Function<R, @Nullable Object> value) {
        columns.add(new Column<>(header, field, HorizontalAlign.LEFT, value));
        return this;
    }

    /** A column of numbers. */
    public Table<R> number(String header, String field, Function<R, @Nullable Object> value) {
        columns.add(new Column<>(header, field, HorizontalAlign.RIGHT, value));
        return this;
    }

    /** As a table, or as JSON, one row a line. */
    public void print(Collection<R> rows, boolean json, PrintWriter out) {
        if (json) {
            rows.forEach(row -> out.println(json(row)));
            return;
        }
        List<ColumnData<R>> data = columns.stream().map(Column::data).toList();
        out.println(AsciiTable.getTable(AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS_NO_OUTSIDE_BORDER, rows, data));
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
