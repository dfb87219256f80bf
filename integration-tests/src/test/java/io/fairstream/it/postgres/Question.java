package io.fairstream.it.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigDecimal;
import java.math.MathContext;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The same question to DuckDB, PostgreSQL and a report.
 *
 * @param duck in the words of {@code sql}
 * @param postgres in those of the sink's tables, views and functions
 * @param command of which {@code --json} shows the same rows, maybe more finely divided; empty where no report shows them
 * @param fields of those, a column each: {@code name:6} moves the point by so many digits, {@code name@} is an instant and asked for in
 * milliseconds, {@code name+} is summed up over rows in which those without it are the same, {@code name!} leaves out rows where it is
 * missing
 *     or 0, {@code name~} is a power of two in part, whose last digits are one library's or another's
 */
record Question(String name, String duck, String postgres, String command, String fields) {
    /** Digits of a power of two on which libraries agree; doubles have up to 17. */
    private static final MathContext AGREED = new MathContext(14);

    private static final ObjectMapper JSON =
            new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    /** A column. */
    private record Field(String name, String marks) {
        static List<Field> all(String fields) {
            List<Field> all = new ArrayList<>();
            for (String field : fields.split(",", -1)) {
                String name = field.replaceFirst("[:@+!~].*", "");
                all.add(new Field(name, field.substring(name.length())));
            }
            return all;
        }

        boolean is(String mark) {
            return marks.contains(mark);
        }

        int digits() {
            String digits = marks.replaceAll("\\D", "");
            return digits.isEmpty() ? 0 : Integer.parseInt(digits);
        }
    }

    /** Fails unless all three say the same, and something. */
    void ask(Copy copy) throws SQLException {
        List<Field> columns = Field.all(fields);
        List<List<String>> expected = command.isEmpty() ? copy.rows(postgres) : report(copy, columns);
        assertFalse(expected.isEmpty(), name);
        List<List<String>> found = new ArrayList<>();
        for (String line : copy.ask("sql", duck, "--json").succeeded().out()) {
            List<String> row = new ArrayList<>();
            parse(line).properties().forEach(cell -> row.add(text(cell.getValue())));
            found.add(row);
        }
        assertEquals(shown(expected, columns, false), shown(found, columns, false), name + ", sql");
        assertEquals(shown(expected, columns, true), shown(copy.rows(postgres), columns, true), name + ", PostgreSQL");
    }

    private List<List<String>> report(Copy copy, List<Field> columns) {
        List<String> words = new ArrayList<>(List.of(command.split(" ", -1)));
        words.add("--json");
        Map<String, List<String>> rows = new TreeMap<>();
        for (String line : copy.ask(words.toArray(String[]::new)).succeeded().out()) {
            JsonNode row = parse(line);
            if (columns.stream().noneMatch(field -> field.is("!") && isEmpty(row.path(field.name())))) {
                List<String> cells = new ArrayList<>();
                StringBuilder key = new StringBuilder();
                for (Field field : columns) {
                    String cell = cell(row.path(field.name()), field);
                    cells.add(cell);
                    key.append(field.is("+") ? "" : cell).append('\n');
                }
                boolean isSummed = columns.stream().anyMatch(field -> field.is("+"));
                rows.merge(
                        isSummed ? key.toString() : key + "#" + rows.size(),
                        cells,
                        (one, other) -> sum(one, other, columns));
            }
        }
        return List.copyOf(rows.values());
    }

    private static List<String> sum(List<String> one, List<String> other, List<Field> columns) {
        List<String> sum = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            sum.add(
                    columns.get(i).is("+")
                            ? new BigDecimal(one.get(i))
                                    .add(new BigDecimal(other.get(i)))
                                    .toString()
                            : one.get(i));
        }
        return sum;
    }

    private static boolean isEmpty(JsonNode cell) {
        return text(cell).isEmpty() || (cell.isNumber() && cell.decimalValue().signum() == 0);
    }

    private static String cell(JsonNode node, Field field) {
        String text = text(node);
        if (text.isEmpty()) {
            return text;
        }
        if (field.is("@")) {
            return Long.toString(Instant.parse(text).toEpochMilli());
        }
        return field.digits() == 0
                ? text
                : new BigDecimal(text).movePointLeft(field.digits()).toString();
    }

    private static String text(JsonNode node) {
        return node.isMissingNode() || node.isNull() ? "" : node.asText();
    }

    /** The rows in an order, numbers written in one way. */
    private static List<String> shown(List<List<String>> rows, List<Field> columns, boolean isRounded) {
        List<String> shown = new ArrayList<>();
        for (List<String> row : rows) {
            assertEquals(columns.size(), row.size(), row::toString);
            List<String> cells = new ArrayList<>();
            for (int i = 0; i < row.size(); i++) {
                cells.add(plain(row.get(i), isRounded && columns.get(i).is("~") ? AGREED : MathContext.UNLIMITED));
            }
            shown.add(cells.toString());
        }
        shown.sort(Comparator.naturalOrder());
        return shown;
    }

    private static String plain(String text, MathContext precision) {
        if (!text.matches("-?\\d+(\\.\\d+)?([eE][+-]?\\d+)?")) {
            return text;
        }
        return new BigDecimal(text).round(precision).stripTrailingZeros().toPlainString();
    }

    private static JsonNode parse(String line) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            throw new AssertionError("not JSON: " + line, e);
        }
    }
}
