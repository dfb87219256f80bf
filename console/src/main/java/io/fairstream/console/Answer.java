package io.fairstream.console;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.fairstream.console.Commands.WrongOptionException;
import io.fairstream.query.columns.Column;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Format;
import io.fairstream.query.columns.Report;
import io.fairstream.query.columns.RowText;
import io.fairstream.query.columns.Section;
import io.fairstream.query.columns.ShownCells;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Output of a command, written for programs as {@code docs/http.md} describes.
 *
 * @param at present time of the pool
 */
record Answer(Document document, Instant at, Window window) {
    private static final JsonFactory JSON = new JsonFactory();

    /** Content type of {@link #bytes}. */
    String type() {
        return switch (window.format()) {
            case PAGE -> "application/json";
            case JSON -> "application/x-ndjson";
            case CSV -> "text/csv; charset=utf-8";
        };
    }

    byte[] bytes() {
        return window.format() == Window.Form.PAGE ? page() : lines().getBytes(StandardCharsets.UTF_8);
    }

    /** Rows as the command prints them. */
    private String lines() {
        StringWriter text = new StringWriter();
        for (Report<?> report : reports()) {
            if (window.format() == Window.Form.JSON) {
                jsonLines(report, text);
            } else {
                text.append(text.getBuffer().isEmpty() ? "" : "\n");
                RowText.csv(report, text);
            }
        }
        return text.toString();
    }

    private static <R> void jsonLines(Report<R> report, StringWriter to) {
        report.rows().each(row -> to.append(RowText.json(report, row)).append('\n'));
    }

    private List<Report<?>> reports() {
        List<Report<?>> reports = new ArrayList<>();
        document.sections().forEach(section -> {
            if (section instanceof Report<?> report && isWanted(report)) {
                reports.add(report);
            }
        });
        return reports;
    }

    private boolean isWanted(Report<?> report) {
        return window.part().isEmpty() || report.part().equals(window.part());
    }

    private byte[] page() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            requireKnownColumn();
            json.writeStartObject();
            json.writeStringField("at", at.toString());
            json.writeArrayFieldStart("sections");
            for (Section section : document.sections()) {
                if (section instanceof Section.Sentence sentence) {
                    text("sentence", sentence.text(), json);
                } else if (section instanceof Section.Warning warning) {
                    text("warning", warning.text(), json);
                } else if (section instanceof Report<?> report && isWanted(report)) {
                    table(report, json);
                }
            }
            json.writeEndArray();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private void requireKnownColumn() {
        List<Report<?>> reports = reports();
        boolean isKnown = window.sort().isEmpty()
                || reports.isEmpty()
                || reports.stream()
                        .anyMatch(report -> report.columns().stream()
                                .anyMatch(column -> column.name().equals(window.sort())));
        if (!isKnown) {
            String names = reports.stream()
                    .flatMap(report -> report.columns().stream())
                    .map(Column::name)
                    .distinct()
                    .collect(Collectors.joining(", "));
            throw new WrongOptionException("_sort: \"" + window.sort() + "\" (expected: " + names + ")");
        }
    }

    private static void text(String kind, String text, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("kind", kind);
        json.writeStringField("text", text);
        json.writeEndObject();
    }

    private <R> void table(Report<R> report, JsonGenerator json) throws IOException {
        List<R> rows = rows(report);
        int begin = Math.min(window.offset(), rows.size());
        List<R> shown = rows.subList(begin, begin + Math.min(window.limit(), rows.size() - begin));
        ShownCells cells = ShownCells.of(report.columns(), shown, report.sum(), window.zone());
        json.writeStartObject();
        json.writeStringField("kind", "table");
        json.writeStringField("part", report.part());
        json.writeArrayFieldStart("columns");
        for (Column<R> column : report.columns()) {
            column(column, json);
        }
        json.writeEndArray();
        json.writeNumberField("total", rows.size());
        json.writeNumberField("offset", begin);
        json.writeArrayFieldStart("rows");
        for (int i = 0; i < shown.size(); i++) {
            json.writeStartObject();
            json.writeFieldName("fields");
            json.writeRawValue(RowText.json(report, shown.get(i)));
            json.writeFieldName("cells");
            texts(cells.rows().get(i), json);
            json.writeEndObject();
        }
        json.writeEndArray();
        List<@Nullable String> sum = cells.sum();
        if (sum != null) {
            json.writeFieldName("sum");
            texts(sum, json);
        }
        json.writeEndObject();
    }

    private static void column(Column<?> column, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", column.name());
        json.writeStringField("header", column.header().replace('\n', ' '));
        json.writeStringField("unit", column.unit());
        json.writeStringField("format", column.format().name());
        json.writeBooleanField("number", column.format().isNumber());
        json.writeBooleanField("shown", column.isShown());
        json.writeEndObject();
    }

    private static void texts(List<@Nullable String> texts, JsonGenerator json) throws IOException {
        json.writeStartArray();
        for (String text : texts) {
            json.writeString(text);
        }
        json.writeEndArray();
    }

    private <R> List<R> rows(Report<R> report) {
        List<R> rows = new ArrayList<>();
        report.rows().each(row -> {
            if (window.find().isEmpty() || has(report, row)) {
                rows.add(row);
            }
        });
        Comparator<R> order = order(report);
        if (order != null) {
            rows.sort(order);
        }
        return rows;
    }

    private <R> boolean has(Report<R> report, R row) {
        String wanted = window.find().toLowerCase(Locale.ROOT);
        return report.columns().stream()
                .filter(column -> !column.format().isNumber())
                .map(column -> column.value().apply(row))
                .anyMatch(value -> value != null
                        && Format.plain(value).toLowerCase(Locale.ROOT).contains(wanted));
    }

    /** Sorts by the requested column; rows with equal values keep the command's own order, so that repeated requests agree. */
    private <R> @Nullable Comparator<R> order(Report<R> report) {
        Comparator<R> own = report.order();
        return report.columns().stream()
                .filter(column -> column.name().equals(window.sort()))
                .findFirst()
                .map(column -> orderBy(column, window.isDescending()))
                .map(sorted -> own == null ? sorted : sorted.thenComparing(own))
                .orElse(own);
    }

    /** Order of rows by one column: numbers by value, times chronologically, text alphabetically. Rows without a value come last. */
    private static <R> Comparator<R> orderBy(Column<R> column, boolean isDescending) {
        return (one, other) -> compare(column.value().apply(one), column.value().apply(other), isDescending);
    }

    private static int compare(@Nullable Object one, @Nullable Object other, boolean isDescending) {
        if (one == null || other == null) {
            return Boolean.compare(one == null, other == null);
        }
        int order = compare(one, other);
        return isDescending ? -order : order;
    }

    private static int compare(Object one, Object other) {
        if (one instanceof Long a && other instanceof Long b) {
            return a.compareTo(b);
        }
        if (one instanceof Number a && other instanceof Number b) {
            return Double.compare(a.doubleValue(), b.doubleValue());
        }
        if (one instanceof Instant a && other instanceof Instant b) {
            return a.compareTo(b);
        }
        if (one instanceof Number != other instanceof Number) {
            return one instanceof Number ? -1 : 1;
        }
        return Comparator.<String, String>comparing(text -> text.toLowerCase(Locale.ROOT))
                .thenComparing(Comparator.naturalOrder())
                .compare(Format.plain(one), Format.plain(other));
    }
}
