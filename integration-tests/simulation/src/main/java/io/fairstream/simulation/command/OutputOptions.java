package io.fairstream.simulation.command;

import io.fairstream.query.columns.Column;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Report;
import io.fairstream.query.columns.RowText;
import io.fairstream.query.columns.Section;
import io.fairstream.query.columns.ShownCells;
import java.io.PrintWriter;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The form of what is printed: aligned columns and sentences for people, or rows for programs. */
final class OutputOptions {
    private static final String GAP = "  ";

    @ArgGroup(exclusive = true)
    private @Nullable Machine machine;

    private boolean hasPrintedTable;

    static final class Machine {
        @Option(names = "--json", description = "JSON, one row a line.")
        private boolean isJson;

        @Option(names = "--csv", description = "CSV below a line of names.")
        private boolean isCsv;
    }

    void print(Document document, PrintWriter out) {
        for (Section section : document.sections()) {
            if (section instanceof Report<?> report) {
                print(report, out);
            } else if (section instanceof Section.Sentence sentence && machine == null) {
                out.println(sentence.text());
            }
        }
        out.flush();
    }

    private <R> void print(Report<R> report, PrintWriter out) {
        if (machine != null && machine.isJson) {
            report.rows().each(row -> out.println(RowText.json(report, row)));
        } else if (machine != null && machine.isCsv) {
            if (hasPrintedTable) {
                out.println();
            }
            hasPrintedTable = true;
            RowText.csv(report, out);
        } else {
            printText(report, out);
        }
    }

    private static <R> void printText(Report<R> report, PrintWriter out) {
        List<Column<R>> columns =
                report.columns().stream().filter(Column::isShown).toList();
        if (columns.isEmpty()) {
            return;
        }
        List<R> rows = new ArrayList<>();
        report.rows().each(rows::add);
        List<List<@Nullable String>> lines = new ArrayList<>();
        lines.add(new ArrayList<>(columns.stream().map(Column::header).toList()));
        lines.addAll(ShownCells.of(columns, rows, null, ZoneOffset.UTC).rows());
        int[] widths = IntStream.range(0, columns.size())
                .map(i -> lines.stream()
                        .mapToInt(line -> text(line.get(i)).length())
                        .max()
                        .orElse(0))
                .toArray();
        lines.add(1, new ArrayList<>(IntStream.of(widths).mapToObj("-"::repeat).toList()));
        for (List<@Nullable String> line : lines) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String cell = text(line.get(i));
                String blanks = " ".repeat(widths[i] - cell.length());
                boolean isRight = columns.get(i).format().isNumber();
                text.append(i == 0 ? "" : GAP).append(isRight ? blanks + cell : cell + blanks);
            }
            out.println(text.toString().stripTrailing());
        }
    }

    private static String text(@Nullable String cell) {
        return cell == null ? "" : cell;
    }
}
