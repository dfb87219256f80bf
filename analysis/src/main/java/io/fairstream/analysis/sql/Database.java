package io.fairstream.analysis.sql;

import io.fairstream.reports.records.Failure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.duckdb.DuckDBConnection;

/** A DuckDB in this process, in memory; what does not fit there goes to a directory that is removed afterwards. */
public final class Database implements AutoCloseable {
    private static final int SECONDS_OF_AN_HOUR = 3600;

    private final Connection connection;
    private final Path directory;

    private Database(Connection connection, Path directory) {
        this.connection = connection;
        this.directory = directory;
    }

    /**
     * An empty one.
     *
     * @param memory how much it may use before it writes to disk, as DuckDB reads it: {@code 1GB}
     * @throws Failure if DuckDB does not take the memory or knows no such zone
     */
    public static Database open(ZoneId zone, String memory) {
        Path directory = directory();
        try {
            Connection connection = DriverManager.getConnection("jdbc:duckdb:");
            Database database = new Database(connection, directory);
            try {
                database.set("temp_directory", directory.toString());
                database.set("memory_limit", memory);
                database.set("TimeZone", name(zone));
                database.set("errors_as_json", "true");
            } catch (SQLException e) {
                database.close();
                throw e;
            }
            return database;
        } catch (SQLException e) {
            throw SqlErrors.of(new io.fairstream.analysis.sql.Statement("", 1, 1), e, List.of());
        }
    }

    /** Loads DuckDB beside what the caller does, which takes some tenths of a second. */
    public static void prepare() {
        Thread loading = new Thread(
                () -> {
                    try {
                        DriverManager.getConnection("jdbc:duckdb:").close();
                    } catch (SQLException e) {
                        // whoever opens one hears of it
                    }
                },
                "duckdb-load");
        loading.setDaemon(true);
        loading.start();
    }

    private static Path directory() {
        try {
            return Files.createTempDirectory("fairstream-sql");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As DuckDB calls the zone, which knows no offsets but those of whole hours. */
    private static String name(ZoneId zone) {
        if (!(zone.normalized() instanceof ZoneOffset offset)) {
            return zone.getId();
        }
        int seconds = offset.getTotalSeconds();
        if (seconds % SECONDS_OF_AN_HOUR != 0) {
            throw new Failure(
                    "--zone: " + zone + " (expected: a place like Asia/Kolkata, or an offset of whole hours)");
        }
        int hours = seconds / SECONDS_OF_AN_HOUR;
        // POSIX counts them the other way round
        return hours == 0 ? "UTC" : "Etc/GMT" + (hours > 0 ? "-" : "+") + Math.abs(hours);
    }

    private void set(String setting, String value) throws SQLException {
        execute("SET " + setting + " = '" + value.replace("'", "''") + "'");
    }

    /** From now on it touches no file but its own, loads nothing, and keeps its settings. */
    void lock() throws SQLException {
        set("autoinstall_known_extensions", "false");
        set("autoload_known_extensions", "false");
        set("enable_external_access", "false");
        set("lock_configuration", "true");
    }

    /** Runs statements of the program's own. */
    public void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Another connection to it, for another thread, with no settings of its own. The caller closes it. */
    public Connection another() throws SQLException {
        return connection.unwrap(DuckDBConnection.class).duplicate();
    }

    /** Its first connection. */
    public Connection connection() {
        return connection;
    }

    @Override
    public void close() throws SQLException {
        try {
            connection.close();
        } finally {
            remove(directory);
        }
    }

    private static void remove(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
