package io.fairstream.cli.terminal;

import io.fairstream.query.columns.Column;
import io.fairstream.query.columns.Report;
import io.fairstream.query.columns.ShownCells;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Rows in aligned columns. If a terminal is too narrow, the table gets narrower in this order: headers wrap, times lose their
 * seconds, columns without any value are left out, the last text wraps, columns that the report can spare are left out, long texts end
 * in an ellipsis (the first, which names the row, last), columns move closer, and the last columns are left out.
 *
 * @param <R> type of a row
 */
final class TextTable<R> {
    private static final String GAP = "  ";
    private static final String NARROW_GAP = " ";
    private static final int LEAST_TEXT = 12;
    private static final int LEAST_NAME = 20;
    private static final int LEAST_WRAPPED = 20;
    private static final int LEAST_COLUMNS = 2;
    private static final Pattern TIME =
            Pattern.compile("(\\d{4}-\\d{2}-\\d{2})T(\\d{2}:\\d{2})(:[\\d.]+)?(Z|[+-]\\d{2}:\\d{2})");
    private static final int SHORT_TIME = "2026-01-05 08:00".length();
    private static final String BOLD = "\u001B[1m";
    private static final String PLAIN = "\u001B[0m";

    private final List<Column<R>> columns;
    private final List<String[]> rows = new ArrayList<>();
    private final String @Nullable [] sum;
    private final List<List<String>> headers = new ArrayList<>();
    private final int[] widths;
    private final boolean isColoured;
    private final boolean[] isTime;
    private String gap = GAP;
    private int shown;

    TextTable(Report<R> report, OutputFormat look) {
        columns = new ArrayList<>(report.columns());
        isColoured = look.isColoured();
        widths = new int[columns.size()];
        isTime = new boolean[columns.size()];
        shown = widths.length;
        sum = read(report, look);
        for (int i = 0; i < widths.length; i++) {
            int column = i;
            widths[i] = rows.stream()
                    .mapToInt(row -> Cells.width(row[column]))
                    .max()
                    .orElse(0);
            if (sum != null) {
                widths[i] = Math.max(widths[i], Cells.width(sum[i]));
            }
            int needed = Arrays.stream(columns.get(i).header().split("\n", -1))
                    .mapToInt(Cells::width)
                    .max()
                    .orElse(0);
            headers.add(Cells.wrapped(columns.get(i).header(), needed));
            widths[i] = Math.max(widths[i], needed);
        }
        if (total(shown) > look.width()) {
            fit(look.width());
        }
    }

    private String @Nullable [] read(Report<R> report, OutputFormat look) {
        List<R> all = new ArrayList<>();
        report.rows().each(all::add);
        Comparator<R> order = report.order();
        if (order != null) {
            all.sort(order);
        }
        ShownCells cells = ShownCells.of(columns, all, report.sum(), look.zone());
        cells.rows().forEach(row -> rows.add(texts(row)));
        return cells.sum() == null ? null : texts(Objects.requireNonNull(cells.sum()));
    }

    private static String[] texts(List<@Nullable String> cells) {
        return cells.stream().map(cell -> cell == null ? "" : cell).toArray(String[]::new);
    }

    private int total(int count) {
        return Arrays.stream(widths, 0, count).sum() + gap.length() * Math.max(0, count - 1);
    }

    private void fit(int width) {
        for (int i = 0; i < widths.length; i++) {
            narrowHeader(i);
        }
        for (int i = 0; i < widths.length && total(shown) > width; i++) {
            shortenTimes(i);
        }
        leaveOut(width, this::isEmpty);
        narrowLast(total(shown) - width);
        leaveOut(width, column -> columns.get(column).isLeftOutFirst());
        while (total(shown) > width && shrinkWidest(total(shown) - width)) {
            // until nothing more can be cut
        }
        if (total(shown) > width) {
            gap = NARROW_GAP;
        }
        while (total(shown) > width && shown > LEAST_COLUMNS) {
            shown--;
        }
        for (int i = 0; i < shown; i++) {
            headers.set(i, Cells.wrapped(columns.get(i).header(), widths[i]));
        }
    }

    private boolean isEmpty(int column) {
        return !rows.isEmpty()
                && (sum == null || sum[column].isEmpty())
                && rows.stream().allMatch(row -> row[column].isEmpty());
    }

    private void leaveOut(int width, IntPredicate spared) {
        for (int i = shown - 1; i > 0 && total(shown) > width; i--) {
            if (spared.test(i)) {
                toEnd(i);
                shown--;
            }
        }
    }

    private void toEnd(int column) {
        Collections.rotate(columns.subList(column, columns.size()), -1);
        Collections.rotate(headers.subList(column, headers.size()), -1);
        rows.forEach(row -> Collections.rotate(Arrays.asList(row).subList(column, row.length), -1));
        if (sum != null) {
            Collections.rotate(Arrays.asList(sum).subList(column, sum.length), -1);
        }
        int width = widths[column];
        boolean isOfTime = isTime[column];
        System.arraycopy(widths, column + 1, widths, column, widths.length - column - 1);
        System.arraycopy(isTime, column + 1, isTime, column, isTime.length - column - 1);
        widths[widths.length - 1] = width;
        isTime[isTime.length - 1] = isOfTime;
    }

    /** Narrows a last text, which wraps, before names are cut. */
    private void narrowLast(int excess) {
        int last = shown - 1;
        boolean isText = !columns.get(last).format().isNumber() && !isTime[last];
        if (isText && excess > 0) {
            widths[last] = Math.min(widths[last], Math.max(LEAST_WRAPPED, widths[last] - excess));
        }
    }

    /** Shortens times to the minute and removes their zone, which is the same for all. */
    private void shortenTimes(int column) {
        isTime[column] = !columns.get(column).format().isNumber()
                && rows.stream()
                        .map(row -> row[column])
                        .anyMatch(cell -> TIME.matcher(cell).matches())
                && rows.stream()
                        .map(row -> row[column])
                        .allMatch(cell -> cell.length() <= SHORT_TIME
                                || TIME.matcher(cell).matches());
        if (isTime[column]) {
            rows.forEach(row -> row[column] = TIME.matcher(row[column]).replaceFirst("$1 $2"));
            widths[column] = needed(column);
        }
    }

    /** Narrows a column to its cells and the longest word of its header. */
    private void narrowHeader(int column) {
        widths[column] = Math.min(widths[column], needed(column));
    }

    private int needed(int column) {
        int cells =
                rows.stream().mapToInt(row -> Cells.width(row[column])).max().orElse(0);
        int least = Math.max(cells, Cells.longestWord(columns.get(column).header()));
        return Math.max(least, sum == null ? 0 : Cells.width(sum[column]));
    }

    /**
     * Narrows the widest text column by the excess, or to the width of the next one; numbers are never cut. Returns false if no
     * column can be narrowed.
     */
    private boolean shrinkWidest(int excess) {
        int widest = -1;
        int second = LEAST_TEXT;
        for (int i = 0; i < shown; i++) {
            if (columns.get(i).format().isNumber() || isTime[i] || widths[i] <= least(i)) {
                continue;
            }
            if (widest < 0 || widths[i] > widths[widest]) {
                second = widest < 0 ? second : Math.max(second, widths[widest]);
                widest = i;
            } else {
                second = Math.max(second, widths[i]);
            }
        }
        if (widest < 0) {
            return false;
        }
        int to = Math.max(widths[widest] - excess, Math.min(second, widths[widest] - 1));
        widths[widest] = Math.max(least(widest), to);
        return true;
    }

    private int least(int column) {
        int least = column == 0 ? LEAST_NAME : LEAST_TEXT;
        return Math.max(least, Cells.longestWord(columns.get(column).header()));
    }

    /** Names of the columns that do not fit on the terminal. */
    List<String> leftOut() {
        return columns.subList(shown, columns.size()).stream().map(Column::name).toList();
    }

    /** Prints the table, with a rule above the sum. */
    void print(PrintWriter out) {
        int lines =
                headers.subList(0, shown).stream().mapToInt(List::size).max().orElse(1);
        for (int line = 0; line < lines; line++) {
            String text = header(line, lines);
            out.println(isColoured ? BOLD + text + PLAIN : text);
        }
        out.println(rule());
        StringBuilder text = new StringBuilder();
        rows.forEach(row -> lines(row).forEach(line -> out.println(line(line, text))));
        if (rows.isEmpty() && sum == null) {
            out.println("none");
        }
        if (sum != null) {
            out.println(rule());
            out.println(line(Objects.requireNonNull(sum), text));
        }
    }

    /** A line of the header; shorter headers are aligned at the bottom. */
    private String header(int line, int lines) {
        String[] cells = new String[shown];
        for (int i = 0; i < shown; i++) {
            int own = line - lines + headers.get(i).size();
            cells[i] = own < 0 ? "" : headers.get(i).get(own);
        }
        return line(cells, new StringBuilder());
    }

    private String rule() {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < shown; i++) {
            parts.add(String.join("", Collections.nCopies(widths[i], "-")));
        }
        return String.join(gap, parts);
    }

    /** Lines of a row. A long text in the last column wraps, because a table must not hide the details it is read for. */
    private List<String[]> lines(String[] row) {
        int last = shown - 1;
        if (columns.get(last).format().isNumber() || Cells.width(row[last]) <= widths[last]) {
            return Collections.singletonList(row);
        }
        List<String[]> lines = new ArrayList<>();
        for (String part : Cells.wrapped(row[last], widths[last])) {
            String[] line = lines.isEmpty() ? row.clone() : new String[row.length];
            if (!lines.isEmpty()) {
                Arrays.fill(line, "");
            }
            line[last] = part;
            lines.add(line);
        }
        return List.copyOf(lines);
    }

    private String line(String[] row, StringBuilder text) {
        text.setLength(0);
        for (int i = 0; i < shown; i++) {
            String cell = row[i];
            int width = Cells.width(cell);
            if (width > widths[i]) {
                cell = Cells.cut(cell, widths[i]);
                width = Cells.width(cell);
            }
            int blanks = widths[i] - width;
            boolean isRight = columns.get(i).format().isNumber();
            text.append(i == 0 ? "" : gap);
            text.append(isRight ? " ".repeat(blanks) : "").append(cell).append(isRight ? "" : " ".repeat(blanks));
        }
        return text.toString().stripTrailing();
    }
}
