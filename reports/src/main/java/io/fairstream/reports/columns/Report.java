package io.fairstream.reports.columns;

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
 * @param part what the rows are among those of other reports, as programs see it in a field {@code part}; empty if they are alone
 * @param columns in their order
 * @param rows to be gone through once
 * @param sum a row that stands below for people; null for none
 * @param order of the rows for people, where they come in another one; null for theirs
 * @param record the whole of a row as JSON where that is more than the columns; null for what the columns have
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

    /** Rows, of which there may be more than memory holds. */
    @FunctionalInterface
    public interface Rows<R> {
        /** Hands over each, in order. */
        void each(Consumer<? super R> to);
    }

    /** As a part among others. */
    public Report<R> as(String name) {
        return new Report<>(name, columns, rows, sum, order, record);
    }

    /** With a row below the others for people. */
    public Report<R> withSum(@Nullable R row) {
        return new Report<>(part, columns, rows, row, order, record);
    }

    /** Sorted for people, who wait for the last row; programs get each as it comes. */
    public Report<R> sorted(Comparator<R> by) {
        return new Report<>(part, columns, rows, sum, by, record);
    }

    /** With JSON of whole records. */
    public Report<R> withRecords(Function<R, String> json) {
        return new Report<>(part, columns, rows, sum, order, json);
    }

    /** With other columns. */
    public Report<R> withColumns(List<Column<R>> others) {
        return new Report<>(part, others, rows, sum, order, null);
    }

    /** Not for people, who read the same in a sentence, unless they ask for its columns. */
    public Report<R> forPrograms() {
        return withColumns(columns.stream().map(Column::hidden).toList());
    }

    /**
     * A row as programs get it: the part, then names and values; what has no value is left out. A column {@code now.rank} is the
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
