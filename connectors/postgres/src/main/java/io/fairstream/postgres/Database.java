package io.fairstream.postgres;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;

/** Connections to the database, and what their errors mean. */
final class Database {
    private static final String TIMEOUT_SECONDS = "60";
    private static final List<String> PASSING = List.of("08", "53", "57", "58", "40", "55");
    private static final List<String> OF_TABLES = List.of("22", "23", "42");
    /** A database that has become a copy, and a transaction that waited too long, such as for Kafka or while the machine was asleep. */
    private static final List<String> PASSING_STATES = List.of("25006", "25P03");

    private final SinkSettings settings;

    Database(SinkSettings settings) {
        this.settings = settings;
    }

    /** A connection that works in transactions. */
    Connection connect() throws SQLException {
        Properties properties = new Properties();
        settings.user().ifPresent(user -> properties.setProperty("user", user));
        settings.password().ifPresent(password -> properties.setProperty("password", password));
        properties.setProperty("ApplicationName", "fairstream sink");
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("socketTimeout", TIMEOUT_SECONDS);
        properties.setProperty("reWriteBatchedInserts", "true");
        Connection connection = DriverManager.getConnection(settings.url(), properties);
        try {
            connection.setAutoCommit(false);
            // who is cut off from the server must not keep the lock of who comes after him
            execute(
                    connection,
                    "SET tcp_keepalives_idle = 30",
                    "SET tcp_keepalives_interval = 10",
                    "SET tcp_keepalives_count = 3",
                    "SET idle_in_transaction_session_timeout = '60s'",
                    "SET client_min_messages = warning");
            requireUtf8(connection);
            connection.commit();
            return connection;
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    private void requireUtf8(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SHOW server_encoding")) {
            found.next();
            if (!found.getString(1).equals("UTF8")) {
                throw new SinkException(settings.url() + ": a database in " + found.getString(1)
                        + " (expected: UTF8; CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0)");
            }
        }
    }

    static void execute(Connection connection, String... sql) throws SQLException {
        execute(connection, List.of(sql));
    }

    static void execute(Connection connection, List<String> sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String each : sql) {
                statement.execute(each);
            }
        }
    }

    /** Locks the schema, and returns true if this connection is now the only one that writes to it; it is until it is closed. */
    static boolean lock(Connection connection, String schema) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT pg_try_advisory_lock(hashtextextended(?, 0))")) {
            statement.setString(1, "fairstream sink " + schema);
            try (ResultSet answer = statement.executeQuery()) {
                answer.next();
                boolean isLocked = answer.getBoolean(1);
                connection.commit();
                return isLocked;
            }
        }
    }

    /** True if the failure may pass without anybody's doing: the caller then waits and tries again. */
    static boolean mayPass(SQLException failure) {
        String state = failure.getSQLState();
        return state == null
                || PASSING_STATES.contains(state)
                || PASSING.stream().anyMatch(state::startsWith);
    }

    /** True if a table that somebody has changed can be the reason of the failure. */
    static boolean mayBeOfTables(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        return OF_TABLES.stream().anyMatch(state::startsWith);
    }

    /** Advice on an error that does not pass. */
    SinkException stop(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        String problem = settings.url() + ": "
                + String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
        String expected = switch (state) {
            case "28P01", "28000" -> "a user and password.file that the database accepts, docs/postgres.md";
            case "3D000" -> "an existing database: CREATE DATABASE …, docs/postgres.md";
            case "42501" -> "rights to create and write in schema " + settings.schema();
            case "23505" ->
                "rows that do not exist yet; another program wrote to the table; --rebuild creates it again";
            default -> "no error " + state;
        };
        return new SinkException(problem + " (expected: " + expected + ")", failure);
    }
}
