package io.fairstream.analysis;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.records.Failure;
import io.fairstream.relations.Column;
import io.fairstream.relations.Relation;
import io.fairstream.relations.Relations;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Tables and functions of SQL queries: their descriptions, and the completion of their names. */
public final class SqlWords {
    private static final Pattern LAST = Pattern.compile("[\\w\\\\.\"-]*$");
    private static final Pattern WORD = Pattern.compile("\\w+");

    private static final List<String> KEYWORDS = List.of(
            "SELECT",
            "FROM",
            "WHERE",
            "GROUP BY",
            "ORDER BY",
            "HAVING",
            "LIMIT",
            "JOIN",
            "LEFT JOIN",
            "ON",
            "USING",
            "WITH",
            "AS",
            "AND",
            "OR",
            "NOT",
            "IN",
            "IS NULL",
            "IS NOT NULL",
            "BETWEEN",
            "LIKE",
            "CASE",
            "WHEN",
            "THEN",
            "ELSE",
            "END",
            "DISTINCT",
            "UNION ALL",
            "DESC",
            "TIMESTAMPTZ",
            "DATE",
            "INTERVAL",
            "DESCRIBE",
            "SUMMARIZE",
            "EXPLAIN",
            "count",
            "sum",
            "avg",
            "min",
            "max",
            "date_trunc",
            "time_bucket",
            "quantile_cont",
            "round");

    private SqlWords() {}

    /** Returns completions of the last word: keywords, functions, tables, and the columns of the named tables. */
    public static List<String> completing(String typed) {
        Matcher last = LAST.matcher(typed);
        String word = last.find() ? last.group() : "";
        String before = typed.substring(0, typed.length() - word.length());
        if (before.strip().equals("\\d")) {
            return matching("", word, Relations.all().stream().map(Relation::name));
        }
        int dot = word.lastIndexOf('.');
        Stream<String> columns = columns(typed);
        if (dot >= 0) {
            return matching(word.substring(0, dot + 1), word.substring(dot + 1), columns);
        }
        return matching(
                "",
                word,
                Stream.of(
                                columns,
                                Relations.all().stream().map(Relation::name),
                                Functions.ALL.stream().map(function -> function.name() + "("),
                                KEYWORDS.stream(),
                                before.isBlank() ? Stream.of("\\d", "\\q") : Stream.<String>empty())
                        .flatMap(words -> words));
    }

    /** Returns the columns of the named tables; of all tables if none is named. */
    private static Stream<String> columns(String typed) {
        Set<String> words = Set.copyOf(WORD.matcher(typed.toLowerCase(Locale.ROOT))
                .results()
                .map(found -> found.group())
                .distinct()
                .toList());
        List<Relation> named = Relations.all().stream()
                .filter(relation -> words.contains(relation.name()))
                .toList();
        return (named.isEmpty() ? Relations.all() : named)
                .stream().flatMap(relation -> relation.columns().stream()).map(Column::name);
    }

    private static List<String> matching(String before, String begin, Stream<String> words) {
        return words.filter(word -> word.regionMatches(true, 0, begin, 0, begin.length()))
                .map(word -> before + word)
                .distinct()
                .toList();
    }

    /** Returns the tables and the functions. */
    public static Document tables() {
        return Document.of(
                new Columns<Relation>()
                        .text("table", Relation::name)
                        .text("rows", relation -> relation.isLatestOnly() ? "latest of each key" : "all records")
                        .text("description", Relation::doc)
                        .report(Relations.all())
                        .as("tables"),
                new Columns<Functions.Function>()
                        .text("function", Functions.Function::call)
                        .text("of", Functions.Function::table)
                        .text("description", Functions.Function::doc)
                        .report(Functions.ALL)
                        .as("functions"));
    }

    /**
     * Returns the columns of a table.
     *
     * @throws Failure if there is none of that name
     */
    public static Document table(String name) {
        Relation relation = Relations.named(name).orElseThrow(() -> {
            List<String> tables = Relations.all().stream().map(Relation::name).toList();
            List<String> near = SqlErrors.nearest(name, tables, 1);
            return new Failure("no table " + name + " (expected: " + String.join(" or ", near) + ")");
        });
        return Document.of(new Columns<Column>()
                .text("column", Column::name)
                .text("type", column -> column.type().toString())
                .text("null", column -> column.isNullable() ? "yes" : "no", Column::isNullable)
                .text("description", Column::doc)
                .report(relation.columns()));
    }
}
