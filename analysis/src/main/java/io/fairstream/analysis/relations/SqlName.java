package io.fairstream.analysis.relations;

/** Names of tables and columns as DuckDB and PostgreSQL take them. */
public final class SqlName {
    private SqlName() {}

    /** In quotes: {@code user}, {@code from} and {@code end} are words of SQL's own. */
    public static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }
}
