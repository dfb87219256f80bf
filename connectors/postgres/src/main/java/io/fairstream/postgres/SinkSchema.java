package io.fairstream.postgres;

import io.fairstream.relations.Column;
import io.fairstream.relations.SqlName;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Creates tables and views, adds new columns, and fails if a table has been altered. The created columns are recorded in the
 * table {@code fairstream_schema}.
 */
final class SinkSchema {
    /** Header {@code --- VIEW name needs table, table}, followed by the statements. */
    private static final Pattern VIEW_HEAD = Pattern.compile("(?m)^--- (VIEW|FUNCTION) (\\S.*) needs ([a-z_, ]+)$");

    private static final List<View> VIEWS = views();

    /** Version of the three metadata tables. */
    private static final int VERSION = 1;

    private final Connection connection;
    private final String schema;

    /** A column as created, or as it exists. */
    private record Made(String type, boolean isNullable) {
        @Override
        public String toString() {
            return type + (isNullable ? "" : " NOT NULL");
        }
    }

    SinkSchema(Connection connection, String schema) {
        this.connection = connection;
        this.schema = schema;
    }

    private String own(String table) {
        return SqlName.quoted(schema) + "." + table;
    }

    /**
     * Creates missing objects.
     *
     * @throws SinkException if a table has been altered
     */
    void prepare(List<PgTable> tables) throws SQLException {
        if (!exists("SELECT 1 FROM pg_namespace WHERE nspname = ?", schema)) {
            Database.execute(connection, "CREATE SCHEMA IF NOT EXISTS " + SqlName.quoted(schema));
        }
        Database.execute(
                connection,
                "CREATE TABLE IF NOT EXISTS " + own("fairstream_schema")
                        + " (table_name text, column_name text, type text NOT NULL, is_nullable boolean NOT NULL,"
                        + " is_history boolean NOT NULL, version integer NOT NULL,"
                        + " made timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (table_name, column_name))",
                "CREATE TABLE IF NOT EXISTS " + own("kafka_offsets")
                        + " (topic text, partition integer, next_offset bigint NOT NULL, table_name text NOT NULL,"
                        + " topic_id text NOT NULL, updated timestamptz NOT NULL DEFAULT now(),"
                        + " PRIMARY KEY (topic, partition))",
                "CREATE TABLE IF NOT EXISTS " + own("kafka_unreadable")
                        + " (topic text, partition integer, \"offset\" bigint, problem text NOT NULL,"
                        + " noticed timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (topic, partition, \"offset\"))");
        for (PgTable table : tables) {
            prepare(table);
        }
        createViews();
    }

    private void prepare(PgTable table) throws SQLException {
        Map<String, Made> made = made(table);
        Map<String, Made> found = found(table);
        if (made.isEmpty()) {
            if (!found.isEmpty()) {
                throw stop(
                        table, "a table of another program", "no table of that name; rename it, or use another schema");
            }
            Database.execute(connection, table.create());
            for (Column column : table.relation().columns()) {
                record(table, column);
            }
            return;
        }
        requireAsMade(table, made, found);
        for (Column column : table.relation().columns()) {
            Made wanted = new Made(PgTable.type(column.type()), column.isNullable());
            Made held = made.get(column.name());
            if (held == null && column.isNullable()) {
                Database.execute(connection, table.add(column));
                record(table, column);
            } else if (!wanted.equals(held)) {
                throw stop(
                        table,
                        column.name() + " is " + (held == null ? "missing" : held.toString()),
                        wanted + " since this release; --rebuild " + table.name() + " creates it again");
            }
        }
        for (String name : made.keySet()) {
            if (table.relation().column(name).isEmpty()) {
                throw stop(table, name + ", created by a newer release", "that release, or --rebuild " + table.name());
            }
        }
    }

    private void requireAsMade(PgTable table, Map<String, Made> made, Map<String, Made> found) throws SQLException {
        String remedy = "; put it back, or --rebuild " + table.name() + " creates the table again";
        if (found.isEmpty()) {
            throw stop(table, "missing", "the table as created; --rebuild " + table.name() + " creates it again");
        }
        for (Map.Entry<String, Made> column : made.entrySet()) {
            Made held = found.get(column.getKey());
            if (!column.getValue().equals(held)) {
                throw stop(
                        table,
                        "column " + column.getKey() + " is " + (held == null ? "missing" : held.toString()),
                        column.getValue() + ", as created" + remedy);
            }
        }
        for (String name : found.keySet()) {
            if (!made.containsKey(name)) {
                throw stop(table, "column " + name + " is additional", "none of that name, as created" + remedy);
            }
        }
        List<String> key = primaryKey(table);
        if (!key.equals(table.key())) {
            throw stop(
                    table,
                    "primary key (" + String.join(", ", key) + ")",
                    "(" + String.join(", ", table.key()) + ")"
                            + (isHistory(table) == table.isHistory() ? "" : ", as in the setting history") + remedy);
        }
    }

    private SinkException stop(PgTable table, String found, String expected) {
        return new SinkException(schema + "." + table.name() + ": " + found + " (expected: " + expected + ")");
    }

    private void record(PgTable table, Column column) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + own("fairstream_schema")
                + " (table_name, column_name, type, is_nullable, is_history, version) VALUES (?, ?, ?, ?, ?, ?)")) {
            insert.setString(1, table.name());
            insert.setString(2, column.name());
            insert.setString(3, PgTable.type(column.type()));
            insert.setBoolean(4, column.isNullable());
            insert.setBoolean(5, table.isHistory());
            insert.setInt(6, VERSION);
            insert.executeUpdate();
        }
    }

    private Map<String, Made> made(PgTable table) throws SQLException {
        return columns(
                "SELECT column_name, type, is_nullable FROM " + own("fairstream_schema") + " WHERE table_name = ?",
                table.name());
    }

    private Map<String, Made> found(PgTable table) throws SQLException {
        return columns(
                "SELECT attname, format_type(atttypid, atttypmod), NOT attnotnull FROM pg_attribute"
                        + " WHERE attrelid = to_regclass(?) AND attnum > 0 AND NOT attisdropped ORDER BY attnum",
                table.qualified());
    }

    private Map<String, Made> columns(String query, String parameter) throws SQLException {
        Map<String, Made> columns = new LinkedHashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setString(1, parameter);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    columns.put(row.getString(1), new Made(row.getString(2), row.getBoolean(3)));
                }
            }
        }
        return columns;
    }

    private List<String> primaryKey(PgTable table) throws SQLException {
        List<String> key = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement("SELECT a.attname FROM pg_index i"
                + " CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS k (number, place)"
                + " JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number"
                + " WHERE i.indisprimary AND i.indrelid = to_regclass(?) ORDER BY k.place")) {
            statement.setString(1, table.qualified());
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    key.add(row.getString(1));
                }
            }
        }
        return key;
    }

    private boolean isHistory(PgTable table) throws SQLException {
        return exists(
                "SELECT 1 FROM " + own("fairstream_schema") + " WHERE is_history AND table_name = ?", table.name());
    }

    boolean exists(String query, String parameter) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setString(1, parameter);
            try (ResultSet row = statement.executeQuery()) {
                return row.next();
            }
        }
    }

    /** Removes a table and its metadata, so that it is copied again from the begin of the topic. */
    void remove(PgTable table) throws SQLException {
        dropViews();
        Database.execute(connection, "DROP TABLE IF EXISTS " + table.qualified());
        for (String about : List.of("fairstream_schema", "kafka_offsets")) {
            if (exists("SELECT 1 WHERE to_regclass(?) IS NOT NULL", own(about))) {
                try (PreparedStatement delete =
                        connection.prepareStatement("DELETE FROM " + own(about) + " WHERE table_name = ?")) {
                    delete.setString(1, table.name());
                    delete.executeUpdate();
                }
            }
        }
    }

    /**
     * A view or a function.
     *
     * @param name of a function with the types of its arguments
     */
    private record View(String kind, String name, List<String> needs, String sql) {}

    private static List<View> views() {
        String text;
        try (InputStream in = Objects.requireNonNull(SinkSchema.class.getResourceAsStream("views.sql"))) {
            text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<View> all = new ArrayList<>();
        Matcher head = VIEW_HEAD.matcher(text);
        boolean isThere = head.find();
        while (isThere) {
            String kind = head.group(1);
            String name = head.group(2);
            List<String> needs = Arrays.asList(head.group(3).trim().split(",\\s*", -1));
            int from = head.end();
            isThere = head.find();
            all.add(new View(kind, name, needs, text.substring(from, isThere ? head.start() : text.length())));
        }
        return List.copyOf(all);
    }

    /** Creates the functions and views of {@code views.sql}, each if the tables exist that it needs. */
    private void createViews() throws SQLException {
        for (View view : VIEWS) {
            if (areThere(view.needs())) {
                Database.execute(connection, view.sql().replace("${schema}", SqlName.quoted(schema)));
            }
        }
    }

    /** Drops all views and functions; PostgreSQL rejects that if other objects depend on them. */
    private void dropViews() throws SQLException {
        List<View> last = new ArrayList<>(VIEWS);
        Collections.reverse(last);
        for (View view : last) {
            if (areThere(view.needs())) {
                Database.execute(
                        connection,
                        "DROP " + view.kind() + " IF EXISTS " + SqlName.quoted(schema) + "."
                                + view.name().replace("${schema}", SqlName.quoted(schema)));
            }
        }
    }

    private boolean areThere(List<String> tables) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT to_regclass(?) IS NOT NULL")) {
            for (String table : tables) {
                statement.setString(1, SqlName.quoted(schema) + "." + SqlName.quoted(table));
                try (ResultSet answer = statement.executeQuery()) {
                    answer.next();
                    if (!answer.getBoolean(1)) {
                        return false;
                    }
                }
            }
        }
        return true;
    }
}
