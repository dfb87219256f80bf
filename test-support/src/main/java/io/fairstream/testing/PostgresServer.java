package io.fairstream.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A PostgreSQL of the test's own, on a free port of loopback. It refuses to be root's: then it is {@code nobody}'s. */
public final class PostgresServer implements AutoCloseable {
    private static final Path DEBIAN = Path.of("/usr/lib/postgresql");
    private static final long PATIENCE_SECONDS = 60;
    private static final String UNPRIVILEGED = "nobody";

    private final Path programs;
    private final Path directory;
    private final int port;
    private @Nullable Process process;

    private PostgresServer(Path programs, Path directory, int port) {
        this.programs = programs;
        this.directory = directory;
        this.port = port;
    }

    /**
     * Starts one; without PostgreSQL on the machine the test is skipped.
     *
     * @param test in whose name it is skipped
     */
    public static PostgresServer start(Class<?> test) throws IOException, InterruptedException, SQLException {
        Optional<Path> programs = programs();
        NeededProgram.POSTGRESQL.assumeInstalled(programs.isPresent(), test);
        Path directory = Files.createTempDirectory(Path.of("/tmp"), "fairstream-postgres");
        PostgresServer server = new PostgresServer(programs.orElseThrow(), directory, freePort());
        if (isRoot()) {
            server.run(List.of("chown", UNPRIVILEGED, directory.toString()), false);
        }
        server.run(
                List.of(
                        server.program("initdb"),
                        "-D",
                        server.data(),
                        "-U",
                        "postgres",
                        "-A",
                        "trust",
                        "--no-sync",
                        "-E",
                        "UTF8",
                        "--locale=C.UTF-8"),
                true);
        server.begin();
        return server;
    }

    /** Returns true if PostgreSQL is installed on the machine. */
    public static boolean isInstalled() throws IOException {
        return programs().isPresent();
    }

    private static Optional<Path> programs() throws IOException {
        if (Files.isDirectory(DEBIAN)) {
            try (Stream<Path> versions = Files.list(DEBIAN)) {
                Optional<Path> newest = versions.map(version -> version.resolve("bin"))
                        .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
                        .max(Comparator.naturalOrder());
                if (newest.isPresent()) {
                    return newest;
                }
            }
        }
        return Stream.of(Objects.requireNonNullElse(System.getenv("PATH"), "").split(":", -1))
                .map(Path::of)
                .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
                .findFirst();
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private String program(String name) {
        return programs.resolve(name).toString();
    }

    private String data() {
        return directory.resolve("data").toString();
    }

    /** Starts it again, with the data that it had. */
    public void begin() throws IOException, InterruptedException, SQLException {
        process = launch(
                List.of(
                        program("postgres"),
                        "-D",
                        data(),
                        "-p",
                        Integer.toString(port),
                        "-c",
                        "listen_addresses=127.0.0.1",
                        "-c",
                        "unix_socket_directories=",
                        "-c",
                        "shared_buffers=64MB"),
                true);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (true) {
            try {
                connect().close();
                return;
            } catch (SQLException e) {
                if (System.nanoTime() > deadline
                        || !Objects.requireNonNull(process).isAlive()) {
                    throw new SQLException("PostgreSQL does not start:\n" + log(), e);
                }
                Thread.sleep(50);
            }
        }
    }

    /** A directory of the server's own user, which goes with it. */
    public Path directory() {
        return directory;
    }

    /** From the next connection on it asks this user for a password. */
    public void askForPassword(String user) throws IOException, SQLException {
        Path rules = Path.of(data(), "pg_hba.conf");
        Files.writeString(rules, "host all " + user + " 127.0.0.1/32 scram-sha-256\n" + Files.readString(rules));
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_reload_conf()");
        }
    }

    /** As JDBC has it. */
    public String url() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
    }

    /** Connects as the superuser {@code postgres}, who needs no password. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url(), "postgres", "");
    }

    /** Settings of a sink to it. */
    public String settings() {
        return "url=" + url() + "\nuser=postgres\n";
    }

    /** Kills it and all of its processes, as a crash would: the next start recovers. */
    public void kill() throws InterruptedException {
        Process running = Objects.requireNonNull(process);
        List<ProcessHandle> all = new ArrayList<>(running.descendants().toList());
        all.add(running.toHandle());
        all.forEach(ProcessHandle::destroyForcibly);
        running.waitFor();
        for (ProcessHandle each : all) {
            while (each.isAlive()) {
                Thread.sleep(10);
            }
        }
    }

    /** Returns the log of the server. */
    public String log() {
        try {
            return Files.readString(directory.resolve("log"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    private Process launch(List<String> command, boolean isUnprivileged) throws IOException {
        List<String> all = new ArrayList<>();
        if (isUnprivileged && isRoot()) {
            all.addAll(List.of("setpriv", "--reuid=" + UNPRIVILEGED, "--clear-groups", "--"));
        }
        all.addAll(command);
        ProcessBuilder builder =
                new ProcessBuilder(all).directory(directory.toFile()).redirectErrorStream(true);
        return builder.redirectOutput(ProcessBuilder.Redirect.appendTo(
                        directory.resolve("log").toFile()))
                .start();
    }

    private void run(List<String> command, boolean isUnprivileged) throws IOException, InterruptedException {
        Process done = launch(command, isUnprivileged);
        if (!done.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || done.exitValue() != 0) {
            throw new IOException(command + " failed:\n" + log());
        }
    }

    @Override
    public void close() throws IOException {
        try {
            kill();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
