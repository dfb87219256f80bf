package io.fairstream.relations;

/** Names of tables and columns for DuckDB and PostgreSQL. */
public final class SqlName {
    private SqlName() {}

    /** Quotes a name: {@code user}, {@code from} and {@code end} are reserved words of SQL. */
    public static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }
}
