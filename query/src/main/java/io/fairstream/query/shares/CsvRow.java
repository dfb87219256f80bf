package io.fairstream.query.shares;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A row of a table, such as those of flux-accounting.
 *
 * @param cells by column name in lower case, without underscores, hyphens and blanks
 */
record CsvRow(String place, Map<String, String> cells) {
    private static final ObjectReader CELLS =
            new CsvMapper().readerFor(String[].class).with(CsvParser.Feature.TRIM_SPACES);

    /**
     * Form of a table.
     *
     * @param columns the columns, given the names in the first row; these names if that is a header; empty if it does not fit
     * @param expected columns in words, for messages
     */
    record Form(char separator, UnaryOperator<List<String>> columns, String expected) {
        private static final List<String> BANK_COLUMNS = List.of("bank", "parentbank", "shares");
        private static final List<String> USER_COLUMNS = List.of("username", "userid", "bank", "shares");

        /** Tables of flux-accounting; a file without a header has the columns of flux's old format. */
        static final Form FLUX = new Form(',', Form::ofFlux, "columns bank,parent_bank,shares or username,bank,shares");

        private static List<String> ofFlux(List<String> first) {
            if (!first.contains("bank")) {
                return first.size() < BANK_COLUMNS.size()
                        ? List.of()
                        : first.size() == BANK_COLUMNS.size() ? BANK_COLUMNS : USER_COLUMNS;
            }
            return first.contains("username") || first.contains("parentbank") ? first : List.of();
        }
    }

    /** Reads the rows, one a line. */
    static List<CsvRow> read(String file, String text, Form form, Statement<?> statement) throws IOException {
        ObjectReader reader = form.separator() == ','
                ? CELLS
                : CELLS.with(CsvSchema.emptySchema()
                        .withColumnSeparator(form.separator())
                        .withoutQuoteChar());
        List<CsvRow> rows = new ArrayList<>();
        List<String> columns = List.of();
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            String place = file + ":" + (i + 1);
            String[] cells = lines.get(i).isBlank() ? null : cells(reader, lines.get(i), place, statement);
            if (cells == null) {
                continue;
            }
            if (columns.isEmpty()) {
                List<String> first = Arrays.stream(cells).map(CsvRow::column).toList();
                columns = form.columns().apply(first);
                if (columns.isEmpty()) {
                    statement.problem(place, "\"" + String.join(",", cells) + "\" (expected: " + form.expected() + ")");
                    return List.of();
                }
                if (columns.equals(first)) {
                    continue;
                }
            }
            rows.add(new CsvRow(place, cells(columns, cells)));
        }
        return rows;
    }

    private static String @Nullable [] cells(ObjectReader reader, String line, String place, Statement<?> statement)
            throws IOException {
        try {
            return reader.readValue(line);
        } catch (JsonProcessingException e) {
            statement.problem(place, e.getOriginalMessage());
            return null;
        }
    }

    private static String column(String cell) {
        return cell.toLowerCase(Locale.ROOT).replaceAll("[_ -]", "");
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
