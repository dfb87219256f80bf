package io.fairstream.relations;

import java.util.Collection;
import java.util.stream.Collectors;

/** Names of tables and columns, and constants, for DuckDB and PostgreSQL. */
public final class SqlName {
    /** Characters of the longest name that PostgreSQL does not cut. */
    public static final int LONGEST = 63;

    private SqlName() {}

    /** Quotes a name: {@code user}, {@code from} and {@code end} are reserved words of SQL. */
    public static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    /** Quotes names, with commas between them. */
    public static String quoted(Collection<String> names) {
        return names.stream().map(SqlName::quoted).collect(Collectors.joining(", "));
    }

    /** Quotes a string constant. */
    public static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
