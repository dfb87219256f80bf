package io.fairstream.analysis;

import io.fairstream.query.records.Failure;
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

/** In-memory DuckDB in this process; data beyond its memory limit goes to a temporary directory. */
public final class Database implements AutoCloseable {
    private static final int SECONDS_OF_AN_HOUR = 3600;

    private final Connection connection;
    private final Path directory;

    private Database(Connection connection, Path directory) {
        this.connection = connection;
        this.directory = directory;
    }

    /**
     * Opens an empty database.
     *
     * @param memory limit before it writes to disk, in DuckDB's syntax: {@code 1GB}
     * @throws Failure if DuckDB rejects the limit or the zone
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
            throw SqlErrors.of(new io.fairstream.analysis.Statement("", 1, 1), e, List.of());
        }
    }

    /** Loads DuckDB in the background, which takes some tenths of a second. */
    public static void prepare() {
        Thread loading = new Thread(
                () -> {
                    try {
                        DriverManager.getConnection("jdbc:duckdb:").close();
                    } catch (SQLException e) {
                        // opening a database will report it
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

    /** Returns DuckDB's name of the zone; of offsets, it only supports whole hours. */
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

    /** Locks the database: it accesses only its own files, loads no extensions, and keeps its settings. */
    void lock() throws SQLException {
        set("autoinstall_known_extensions", "false");
        set("autoload_known_extensions", "false");
        set("enable_external_access", "false");
        set("lock_configuration", "true");
    }

    /** Runs internal statements. */
    public void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Opens another connection for another thread, without settings of its own. The caller closes it. */
    public Connection another() throws SQLException {
        return connection.unwrap(DuckDBConnection.class).duplicate();
    }

    /** Returns its first connection. */
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
