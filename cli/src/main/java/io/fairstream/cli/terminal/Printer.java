package io.fairstream.cli.terminal;

import io.fairstream.reports.columns.Column;
import io.fairstream.reports.columns.Document;
import io.fairstream.reports.columns.Report;
import io.fairstream.reports.columns.RowText;
import io.fairstream.reports.columns.Section;
import io.fairstream.reports.records.Failure;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Prints reports: the only one who does, so that all commands look alike. */
public final class Printer {
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
                wrapped(sentence.text()).forEach(out::println);
            } else if (section instanceof Section.Warning warning) {
                out.flush();
                err.println(warning.text());
            }
        }
        out.flush();
        err.flush();
    }

    /** A terminal would break a long sentence within a word. What is aligned by blanks stays. */
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
            case CSV -> RowText.csv(report, out);
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
        report.rows().each(row -> out.println(RowText.json(report, row)));
    }
}
