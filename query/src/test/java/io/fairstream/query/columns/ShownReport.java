package io.fairstream.query.columns;

import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A report as people and programs see it. */
public final class ShownReport {
    private ShownReport() {}

    /** Headers, rows and the sum as people see them, with {@code |} between the cells. */
    public static <R> List<String> lines(Report<R> report) {
        List<Column<R>> columns =
                report.columns().stream().filter(Column::isShown).toList();
        List<String> lines = new ArrayList<>();
        lines.add(String.join(
                "|",
                columns.stream()
                        .map(column -> column.header().replace('\n', ' '))
                        .toList()));
        List<R> rows = rows(report);
        R sum = report.sum();
        if (sum != null) {
            rows.add(sum);
        }
        List<List<String>> cells =
                columns.stream().map(column -> cells(column, rows)).toList();
        for (int i = 0; i < rows.size(); i++) {
            int row = i;
            lines.add(String.join(
                    "|", cells.stream().map(column -> column.get(row)).toList()));
        }
        return lines;
    }

    private static <R> List<String> cells(Column<R> column, List<R> rows) {
        List<@Nullable Object> values = new ArrayList<>();
        rows.forEach(row -> values.add(column.shown().apply(row)));
        var text = column.format().over(values.stream().filter(Objects::nonNull).toList(), ZoneOffset.UTC);
        return values.stream()
                .map(value -> value == null ? "" : text.apply(value))
                .toList();
    }

    /** The fields of each row as programs get them. */
    public static <R> List<Map<String, Object>> fields(Report<R> report) {
        return rows(report).stream().map(report::fields).toList();
    }

    /** Each row's whole record. */
    public static <R> List<String> records(Report<R> report) {
        return rows(report).stream()
                .map(row -> Objects.requireNonNull(report.record()).apply(row))
                .toList();
    }

    private static <R> List<R> rows(Report<R> report) {
        List<R> rows = new ArrayList<>();
        report.rows().each(rows::add);
        return rows;
    }

    /** The sentences of a document, those for blank lines, too. */
    public static List<String> sentences(Document document) {
        return document.sections().stream()
                .filter(Section.Sentence.class::isInstance)
                .map(section -> ((Section.Sentence) section).text())
                .toList();
    }
}
