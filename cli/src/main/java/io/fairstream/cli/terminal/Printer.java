package io.fairstream.cli.terminal;

import io.fairstream.query.columns.Column;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Report;
import io.fairstream.query.columns.RowText;
import io.fairstream.query.columns.Section;
import io.fairstream.query.records.Failure;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Prints reports; all commands use it, so that their output looks alike. */
public final class Printer {
    private final OutputFormat look;
    private final PrintWriter out;
    private final PrintWriter err;

    /** @param err receives warnings, and for people the names of columns that do not fit */
    public Printer(OutputFormat look, PrintWriter out, PrintWriter err) {
        this.look = look;
        this.out = out;
        this.err = err;
    }

    /**
     * Prints all sections.
     *
     * @throws Failure if no section has a requested column, naming the existing ones
     */
    public void print(Document document) {
        checkColumns(document);
        int tables = 0;
        for (Section section : document.sections()) {
            if (section instanceof Report<?> report) {
                boolean isBelow = look.form() == OutputFormat.Form.CSV && tables > 0;
                tables += print(report, isBelow) ? 1 : 0;
            } else if (section instanceof Section.Sentence sentence && look.form() == OutputFormat.Form.TEXT) {
                wrapped(sentence.text()).forEach(out::println);
            } else if (section instanceof Section.Warning warning) {
                out.flush();
                err.println(warning.text());
            }
        }
        out.flush();
        err.flush();
    }

    /** Wraps a sentence, which a terminal would break within a word. Text aligned with blanks is not wrapped. */
    private List<String> wrapped(String sentence) {
        return sentence.contains("  ") || sentence.contains("\t")
                ? List.of(sentence)
                : Cells.wrapped(sentence, look.width());
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

    /** Prints a report; returns false if it has none of the requested columns. */
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
            case CSV -> RowText.csv(report, out);
            case TEXT -> printText(report);
        }
        return true;
    }

    private <R> List<Column<R>> chosen(Report<R> report) {
        if (look.asked().isEmpty()) {
            return look.form() == OutputFormat.Form.TEXT
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
        report.rows().each(row -> out.println(RowText.json(report, row)));
    }
}
