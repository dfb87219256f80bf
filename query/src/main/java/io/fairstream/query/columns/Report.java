package io.fairstream.query.columns;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Rows under named columns.
 *
 * @param part name of the report among others, for programs in a field {@code part}; empty for a single report
 * @param columns in their order
 * @param rows can be iterated once
 * @param sum a row that people see below the others; null for none
 * @param order of the rows for people; null for the given order
 * @param record JSON of a complete row if it has more than the columns; null for the columns only
 */
public record Report<R>(
        String part,
        List<Column<R>> columns,
        Rows<R> rows,
        @Nullable R sum,
        @Nullable Comparator<R> order,
        @Nullable Function<R, String> record)
        implements Section {

    public Report {
        columns = List.copyOf(columns);
    }

    /** Rows that may not fit into memory. */
    @FunctionalInterface
    public interface Rows<R> {
        /** Passes on each row, in order. */
        void each(Consumer<? super R> to);
    }

    /** Names the report as a part among others. */
    public Report<R> as(String name) {
        return new Report<>(name, columns, rows, sum, order, record);
    }

    /** Adds a row below the others for people. */
    public Report<R> withSum(@Nullable R row) {
        return new Report<>(part, columns, rows, row, order, record);
    }

    /** Sorts for people, who see the rows after the last one is read; programs get each row immediately. */
    public Report<R> sorted(Comparator<R> by) {
        return new Report<>(part, columns, rows, sum, by, record);
    }

    /** Sets JSON of complete records. */
    public Report<R> withRecords(Function<R, String> json) {
        return new Report<>(part, columns, rows, sum, order, json);
    }

    /** Replaces the columns. */
    public Report<R> withColumns(List<Column<R>> others) {
        return new Report<>(part, others, rows, sum, order, null);
    }

    /** Hides the report from people, who get the same in a sentence, unless they request its columns. */
    public Report<R> forPrograms() {
        return withColumns(columns.stream().map(Column::hidden).toList());
    }

    /**
     * Returns a row for programs: the part, then names and values without nulls. A column {@code now.rank} becomes the
     * field {@code rank} of an object {@code now}.
     */
    public Map<String, Object> fields(R row) {
        Map<String, Object> fields = new LinkedHashMap<>();
        if (!part.isEmpty()) {
            fields.put("part", part);
        }
        for (Column<R> column : columns) {
            Object value = column.value().apply(row);
            if (value != null) {
                put(column.name(), value, fields);
            }
        }
        return fields;
    }

    @SuppressWarnings("unchecked") // only this method puts objects under the first word of a dotted name
    private static void put(String name, Object value, Map<String, Object> fields) {
        int dot = name.indexOf('.');
        if (dot < 0) {
            fields.put(name, value);
        } else {
            Object inner = fields.computeIfAbsent(name.substring(0, dot), key -> new LinkedHashMap<String, Object>());
            put(name.substring(dot + 1), value, (Map<String, Object>) inner);
        }
    }
}
