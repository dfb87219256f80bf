package io.fairstream.cli.shares.files;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A row of one of flux's tables.
 *
 * @param cells by the column's name in lower case, without underscores
 */
record CsvRow(String place, Map<String, String> cells) {
    private static final CsvMapper CSV = new CsvMapper();
    private static final List<String> BANK_COLUMNS = List.of("bank", "parentbank", "shares");
    private static final List<String> USER_COLUMNS = List.of("username", "userid", "bank", "shares");

    /** The rows; a file without a header has flux's columns of old in their order. */
    static List<CsvRow> read(String file, String text, Statement statement) throws IOException {
        List<CsvRow> rows = new ArrayList<>();
        List<String> columns = List.of();
        try (MappingIterator<String[]> lines = CSV.readerFor(String[].class)
                .with(CsvParser.Feature.WRAP_AS_ARRAY)
                .with(CsvParser.Feature.SKIP_EMPTY_LINES)
                .with(CsvParser.Feature.TRIM_SPACES)
                .readValues(text)) {
            while (lines.hasNextValue()) {
                String[] cells = lines.nextValue();
                String place =
                        file + ":" + lines.getParser().currentTokenLocation().getLineNr();
                if (columns.isEmpty()) {
                    columns = columns(cells, place, statement);
                    if (columns.isEmpty()) {
                        return List.of();
                    }
                    if (isHeader(cells)) {
                        continue;
                    }
                }
                rows.add(new CsvRow(place, cells(columns, cells)));
            }
        } catch (JsonProcessingException e) {
            statement.problem(file + ":" + e.getLocation().getLineNr(), e.getOriginalMessage());
        }
        return rows;
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

    /** The cell of that column; empty if there is none. */
    String get(String column) {
        return cells.getOrDefault(column, "");
    }
}
