package io.fairstream.query.shares;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A row of a flux-accounting table.
 *
 * @param cells by column name in lower case, without underscores
 */
record CsvRow(String place, Map<String, String> cells) {
    private static final ObjectReader CELLS =
            new CsvMapper().readerFor(String[].class).with(CsvParser.Feature.TRIM_SPACES);
    private static final List<String> BANK_COLUMNS = List.of("bank", "parentbank", "shares");
    private static final List<String> USER_COLUMNS = List.of("username", "userid", "bank", "shares");

    /** Reads the rows, one a line; a file without a header has the columns of flux's old format. */
    static List<CsvRow> read(String file, String text, Statement statement) throws IOException {
        List<CsvRow> rows = new ArrayList<>();
        List<String> columns = List.of();
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            String place = file + ":" + (i + 1);
            String[] cells = lines.get(i).isBlank() ? null : cells(lines.get(i), place, statement);
            if (cells == null) {
                continue;
            }
            boolean isFirst = columns.isEmpty();
            if (isFirst) {
                columns = columns(cells, place, statement);
                if (columns.isEmpty()) {
                    return List.of();
                }
            }
            if (!isFirst || !isHeader(cells)) {
                rows.add(new CsvRow(place, cells(columns, cells)));
            }
        }
        return rows;
    }

    private static String @Nullable [] cells(String line, String place, Statement statement) throws IOException {
        try {
            return CELLS.readValue(line);
        } catch (JsonProcessingException e) {
            statement.problem(place, e.getOriginalMessage());
            return null;
        }
    }

    private static boolean isHeader(String[] cells) {
        return Arrays.stream(cells).map(CsvRow::column).toList().contains("bank");
    }

    private static String column(String cell) {
        return cell.toLowerCase(Locale.ROOT).replace("_", "");
    }

    private static List<String> columns(String[] first, String place, Statement statement) {
        List<String> header = Arrays.stream(first).map(CsvRow::column).toList();
        if (!header.contains("bank")) {
            if (first.length >= BANK_COLUMNS.size()) {
                return first.length == BANK_COLUMNS.size() ? BANK_COLUMNS : USER_COLUMNS;
            }
        } else if (header.contains("username") || header.contains("parentbank")) {
            return header;
        }
        statement.problem(
                place,
                "\"" + String.join(",", first)
                        + "\" (expected: columns bank,parent_bank,shares or username,bank,shares)");
        return List.of();
    }

    private static Map<String, String> cells(List<String> columns, String[] cells) {
        Map<String, String> byColumn = new HashMap<>();
        for (int i = 0; i < Math.min(columns.size(), cells.length); i++) {
            byColumn.put(columns.get(i), cells[i] == null ? "" : cells[i].strip());
        }
        return byColumn;
    }

    boolean isUser() {
        return cells.containsKey("username");
    }

    /** Returns the cell of that column; empty if there is none. */
    String get(String column) {
        return cells.getOrDefault(column, "");
    }
}
