package io.fairstream.cli.terminal;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SequenceWriter;
import com.fasterxml.jackson.dataformat.csv.CsvFactory;
import com.fasterxml.jackson.dataformat.csv.CsvGenerator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import io.fairstream.reports.columns.Column;
import io.fairstream.reports.columns.Document;
import io.fairstream.reports.columns.Format;
import io.fairstream.reports.columns.Report;
import io.fairstream.reports.columns.Section;
import io.fairstream.reports.records.Failure;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Prints reports: the only one who does, so that all commands look alike. */
public final class Printer {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Look look;
    private final PrintWriter out;
    private final PrintWriter err;

    /** For people what does not fit is named on {@code err}. */
    public Printer(Look look, PrintWriter out, PrintWriter err) {
        this.look = look;
        this.out = out;
        this.err = err;
    }

    /**
     * Prints all sections.
     *
     * @throws Failure if none of them has a column that is asked for, naming those there are
     */
    public void print(Document document) {
        checkColumns(document);
        int tables = 0;
        for (Section section : document.sections()) {
            if (section instanceof Report<?> report) {
                boolean isBelow = look.form() == Look.Form.CSV && tables > 0;
                tables += print(report, isBelow) ? 1 : 0;
            } else if (section instanceof Section.Sentence sentence && look.form() == Look.Form.TEXT) {
                out.println(sentence.text());
            } else if (section instanceof Section.Warning warning) {
                out.flush();
                err.println(warning.text());
            }
        }
        out.flush();
        err.flush();
    }

    private void checkColumns(Document document) {
        List<Report<?>> reports = new ArrayList<>();
        document.sections().forEach(section -> {
            if (section instanceof Report<?> report) {
                reports.add(report);
            }
        });
        for (String name : look.asked()) {
            boolean isKnown = reports.stream()
                    .anyMatch(report -> report.columns().stream().anyMatch(column -> column.isCalled(name)));
            if (!isKnown && !reports.isEmpty()) {
                List<String> names = reports.stream()
                        .flatMap(report -> report.columns().stream())
                        .map(Column::name)
                        .distinct()
                        .toList();
                throw new Failure("--columns: \"" + name + "\" (expected: " + String.join(", ", names) + ")");
            }
        }
    }

    /** False if it has no column that is asked for. */
    private <R> boolean print(Report<R> all, boolean isBelow) {
        List<Column<R>> chosen = chosen(all);
        Report<R> report = chosen.equals(all.columns()) ? all : all.withColumns(chosen);
        if (chosen.isEmpty()) {
            return false;
        }
        if (isBelow) {
            out.println();
        }
        switch (look.form()) {
            case JSON -> printJson(report);
            case CSV -> printCsv(report);
            case TEXT -> printText(report);
        }
        return true;
    }

    private <R> List<Column<R>> chosen(Report<R> report) {
        if (look.asked().isEmpty()) {
            return look.form() == Look.Form.TEXT
                    ? report.columns().stream().filter(Column::isShown).toList()
                    : report.columns();
        }
        List<Column<R>> chosen = new ArrayList<>();
        for (String name : look.asked()) {
            Optional<Column<R>> column =
                    report.columns().stream().filter(it -> it.isCalled(name)).findFirst();
            column.ifPresent(chosen::add);
        }
        return chosen;
    }

    private <R> void printText(Report<R> report) {
        TextTable<R> table = new TextTable<>(report, look);
        table.print(out);
        if (!table.leftOut().isEmpty()) {
            out.flush();
            err.println("columns left out, the terminal is too narrow: " + String.join(", ", table.leftOut())
                    + " (--columns chooses, --wide shows all)");
        }
    }

    private <R> void printJson(Report<R> report) {
        Function<R, String> record = report.record();
        report.rows().each(row -> out.println(record == null ? json(report.fields(row)) : record.apply(row)));
    }

    /** The fields as an object on one line. */
    private static String json(Map<String, Object> fields) {
        try {
            return JSON.writeValueAsString(plain(fields));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(fields.toString(), e);
        }
    }

    private static @Nullable Object plain(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            map.forEach((name, field) -> fields.put(String.valueOf(name), plain(field)));
            return fields;
        }
        if (value instanceof Collection<?> several) {
            return several.stream().map(Printer::plain).toList();
        }
        if (value instanceof Instant || value instanceof Enum<?>) {
            return value.toString();
        }
        return value;
    }

    private <R> void printCsv(Report<R> report) {
        CsvMapper mapper = new CsvMapper(CsvFactory.builder()
                .enable(CsvGenerator.Feature.STRICT_CHECK_FOR_QUOTING)
                .build());
        mapper.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        boolean isPart = !report.part().isEmpty();
        try (SequenceWriter writer = mapper.writer().writeValues(out)) {
            List<Object> names = new ArrayList<>();
            if (isPart) {
                names.add("part");
            }
            report.columns().forEach(column -> names.add(column.name()));
            writer.write(names);
            report.rows().each(row -> {
                List<Object> cells = new ArrayList<>();
                if (isPart) {
                    cells.add(report.part());
                }
                report.columns().forEach(column -> cells.add(csv(column.value().apply(row))));
                write(cells, writer);
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(List<Object> cells, SequenceWriter to) {
        try {
            to.write(cells);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Object csv(@Nullable Object cell) {
        if (cell instanceof Number || cell instanceof Boolean) {
            return cell;
        }
        return cell == null ? "" : Format.plain(Objects.requireNonNull(cell));
    }
}
