package io.fairstream.cli.terminal;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;

/**
 * Cells in columns as wide as their widest cell, which takes two passes and little else: a table may have a hundred thousand
 * rows.
 */
final class Grid {
    private final String[] headers;
    private final boolean[] right;
    private final int[] widths;

    /**
     * A grid.
     *
     * @param headers of one line or several
     * @param right whether the column's cells stand at its right
     */
    Grid(List<String> headers, List<Boolean> right) {
        this.headers = headers.toArray(String[]::new);
        this.right = new boolean[headers.size()];
        this.widths = new int[headers.size()];
        for (int column = 0; column < widths.length; column++) {
            this.right[column] = right.get(column);
            widths[column] =
                    this.headers[column].lines().mapToInt(Grid::width).max().orElse(0);
        }
    }

    /** Prints all; the last rows are sums and stand below a line of their own. */
    void print(List<String[]> rows, List<String[]> sums, PrintWriter out) {
        rows.forEach(this::widen);
        sums.forEach(this::widen);
        int lines = Arrays.stream(headers)
                .mapToInt(header -> (int) header.lines().count())
                .max()
                .orElse(1);
        for (int line = 0; line < lines; line++) {
            out.println(header(line, lines));
        }
        out.println(rule());
        StringBuilder text = new StringBuilder();
        rows.forEach(row -> out.println(line(row, text)));
        if (!sums.isEmpty()) {
            out.println(rule());
            sums.forEach(row -> out.println(line(row, text)));
        }
    }

    private void widen(String[] row) {
        for (int column = 0; column < widths.length; column++) {
            widths[column] = Math.max(widths[column], width(row[column]));
        }
    }

    private static int width(String cell) {
        return cell.codePointCount(0, cell.length());
    }

    /** Shorter headers stand at the bottom. */
    private StringBuilder header(int line, int lines) {
        StringBuilder text = new StringBuilder();
        for (int column = 0; column < widths.length; column++) {
            List<String> own = headers[column].lines().toList();
            int missing = lines - own.size();
            append(text, column, line < missing ? "" : own.get(line - missing), false);
        }
        return text;
    }

    private StringBuilder line(String[] row, StringBuilder text) {
        text.setLength(0);
        for (int column = 0; column < widths.length; column++) {
            append(text, column, row[column], right[column]);
        }
        return text;
    }

    private void append(StringBuilder text, int column, String cell, boolean atRight) {
        int blanks = widths[column] - width(cell);
        text.append(column == 0 ? " " : "| ");
        if (!atRight) {
            text.append(cell);
        }
        for (int i = 0; i < blanks; i++) {
            text.append(' ');
        }
        if (atRight) {
            text.append(cell);
        }
        text.append(' ');
    }

    private StringBuilder rule() {
        StringBuilder text = new StringBuilder();
        for (int column = 0; column < widths.length; column++) {
            text.append(column == 0 ? "" : "+").append("-".repeat(widths[column] + 2));
        }
        return text;
    }
}
