package io.fairstream.analysis;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairstream.query.records.Failure;
import io.fairstream.relations.Column;
import io.fairstream.relations.Relation;
import io.fairstream.relations.Relations;
import io.fairstream.schemas.PlainJson.Spelling;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Errors of a statement, in one line and with the position if DuckDB reports it. */
final class SqlErrors {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Message for an unknown column of one table; DuckDB names the column only in its message. */
    private static final Pattern OF_TABLE =
            Pattern.compile("Table \"[^\"]*\" does not have a column named \"([^\"]+)\".*", Pattern.DOTALL);

    private static final int MAX_SUGGESTIONS = 2;

    /** Maximum distance of a suggested name. */
    private static final double TOO_FAR = 0.5;

    private SqlErrors() {}

    /** @param error in DuckDB's format for errors_as_json */
    static Failure of(Statement statement, SQLException error, Collection<Relation> named) {
        String text = String.valueOf(error.getMessage());
        int brace = text.indexOf('{');
        if (brace >= 0) {
            try {
                return of(statement, JSON.readTree(text.substring(brace)), named, error);
            } catch (JsonProcessingException e) {
                error.addSuppressed(e);
            }
        }
        return new Failure(line(text), error);
    }

    private static Failure of(Statement statement, JsonNode error, Collection<Relation> named, SQLException cause) {
        String what = what(error, named);
        int byteAt = error.path("position").asInt(-1);
        if (byteAt < 0) {
            return new Failure(what, cause);
        }
        byte[] bytes = statement.text().getBytes(StandardCharsets.UTF_8);
        return at(statement, characters(bytes, byteAt), what);
    }

    /**
     * Returns the failure of a statement that cannot be parsed.
     *
     * @param shift number of characters before the parsed text
     * @param error in the format of json_serialize_sql
     */
    static Failure of(Statement statement, int shift, JsonNode error) {
        byte[] bytes = statement.text().substring(shift).getBytes(StandardCharsets.UTF_8);
        return at(
                statement,
                shift + characters(bytes, error.path("position").asInt()),
                line(error.path("error_message").asText()));
    }

    private static int characters(byte[] text, int bytes) {
        return new String(Arrays.copyOf(text, Math.min(bytes, text.length)), StandardCharsets.UTF_8).length();
    }

    /** @param at position in the statement, from 0 */
    static Failure at(Statement statement, int at, String what) {
        String before =
                statement.text().substring(0, Math.min(at, statement.text().length()));
        long line = statement.line()
                + before.chars().filter(character -> character == '\n').count();
        int start = before.lastIndexOf('\n') + 1;
        int column = before.codePointCount(start, before.length()) + (start == 0 ? statement.column() : 1);
        return new Failure("line " + line + ", column " + column + ": " + what);
    }

    private static String what(JsonNode error, Collection<Relation> named) {
        String message = error.path("exception_message").asText();
        String name = error.path("name").asText();
        Matcher ofTable = OF_TABLE.matcher(message);
        if (error.path("type").asText().equals("Table")) {
            List<String> tables = Relations.all().stream().map(Relation::name).toList();
            return "no table " + name + expected(name, tables);
        }
        if (ofTable.matches() || error.path("error_subtype").asText().equals("COLUMN_NOT_FOUND")) {
            String column = ofTable.matches() ? ofTable.group(1) : name;
            List<String> columns = named.stream()
                    .flatMap(relation -> relation.columns().stream())
                    .map(Column::name)
                    .distinct()
                    .toList();
            return "no column " + column + (columns.isEmpty() ? "" : expected(column, columns));
        }
        return line(message);
    }

    private static String expected(String name, List<String> known) {
        List<String> near = nearest(name, known, TOO_FAR);
        return near.isEmpty()
                ? " (expected: one of those that \\d lists)"
                : " (expected: " + String.join(" or ", near) + ")";
    }

    /** Converts a message to one line, without the explanation below its first sentence. */
    private static String line(String message) {
        String first = message.split("\n\n|\n\tCandidate functions:", 2)[0];
        String sentence = first.replaceAll("\\s*\\R\\s*", "; ").strip();
        return sentence.isEmpty()
                ? sentence
                : sentence.substring(0, 1).toLowerCase(Locale.ROOT) + sentence.substring(1);
    }

    /**
     * Returns at most two of the known names, the most similar first.
     *
     * @param tooFar fraction of the letters that would have to be changed, 0 to 1
     */
    static List<String> nearest(String name, List<String> known, double tooFar) {
        String asked = name.toLowerCase(Locale.ROOT).replace('-', '_');
        return known.stream()
                .filter(each -> Spelling.distance(asked, each) <= tooFar * Math.max(asked.length(), each.length())
                        || isPart(asked, each))
                .sorted(Comparator.comparingInt(each -> Spelling.distance(asked, each)))
                .limit(MAX_SUGGESTIONS)
                .toList();
    }

    private static boolean isPart(String asked, String known) {
        return asked.length() > 2 && known.contains(asked);
    }
}
