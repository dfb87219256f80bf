package io.fairstream.benchmarks;

import io.fairstream.app.config.Settings;
import io.fairstream.cli.Main;
import io.fairstream.client.RecordSender;
import io.fairstream.query.records.ValueFormat;
import io.fairstream.schemas.FactorSource;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.registry.SchemaRegistries;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/**
 * Measurement of the rate at which {@code sink postgres} copies a journal, and of the time from sending a row until it is in the
 * database.
 */
final class PostgresLoad {
    private static final String SCHEMA = "fairstream_benchmark";
    private static final long PATIENCE_SECONDS = 600;
    private static final int EVENTS_PER_SECOND = 1000;
    private static final int SECONDS = 30;
    private static final int CUSTOMERS = 1000;

    private final String url;
    private final Settings settings;
    private final Path directory;
    private final Report report;

    PostgresLoad(String url, Settings settings, Path directory, Report report) {
        this.url = url;
        this.settings = settings;
        this.directory = directory;
        this.report = report;
    }

    /** @param charges how many there are in the journal */
    void run(int charges) throws IOException, InterruptedException {
        try (Connection database = DriverManager.getConnection(url)) {
            journal(database, charges);
            fresh(database);
            execute(database, "DROP SCHEMA IF EXISTS " + SCHEMA + " CASCADE");
        } catch (SQLException e) {
            throw new IOException(url + ": " + e.getMessage(), e);
        }
    }

    private void journal(Connection database, int charges) throws SQLException, IOException, InterruptedException {
        execute(database, "DROP SCHEMA IF EXISTS " + SCHEMA + " CASCADE");
        String counting = "SELECT count(*) FROM " + SCHEMA + ".charges";
        long begin = System.nanoTime();
        try (Sink sink = new Sink("charges")) {
            long first = await(database, sink, counting, 1);
            long from = System.nanoTime();
            await(database, sink, counting, charges);
            long end = System.nanoTime();
            report.measure("sinks.postgres-rows", (charges - first) / ((end - from) / 1e9), "rows/s");
            report.measure("sinks.postgres-all", (end - begin) / 1e9, "s");
        }
    }

    /** A row has its number, so that the largest in the database says which have come. */
    private void fresh(Connection database) throws SQLException, IOException, InterruptedException {
        long[] sent = new long[EVENTS_PER_SECOND * SECONDS];
        double[] seconds = new double[sent.length];
        String newest = "SELECT coalesce(max(weighted_accumulated_usage_s), -1) FROM " + SCHEMA + ".priorities";
        try (Sink sink = new Sink("priorities");
                RecordSender<Priority> sender = ValueFormat.sender(settings, Topics.PRIORITIES)) {
            sender.send("user0", row(0, -1));
            sender.flush();
            await(database, sink, "SELECT count(*) FROM " + SCHEMA + ".priorities", 1);
            Thread feed = new Thread(() -> feed(sender, sent), "feed");
            feed.setDaemon(true);
            feed.start();
            int come = 0;
            while (come < sent.length) {
                int known = (int) number(database, newest);
                long now = System.nanoTime();
                for (; come <= known; come++) {
                    seconds[come] = (now - sent[come]) / 1e9;
                }
                sink.requireRunning();
                Thread.sleep(5);
            }
        }
        Arrays.sort(seconds);
        report.measure("sinks.postgres-fresh.p50", seconds[seconds.length / 2], "s");
        report.measure("sinks.postgres-fresh.p99", seconds[seconds.length * 99 / 100], "s");
    }

    private static void feed(RecordSender<Priority> sender, long[] sent) {
        long begin = System.nanoTime();
        for (int i = 0; i < sent.length; i++) {
            long due = begin + TimeUnit.SECONDS.toNanos(1) / EVENTS_PER_SECOND * i;
            while (System.nanoTime() < due) {
                Thread.onSpinWait();
            }
            sent[i] = System.nanoTime();
            Priority row = row(i % CUSTOMERS, i);
            sender.send(row.getCustomer(), row);
        }
        sender.flush();
    }

    private static Priority row(int customer, int number) {
        Instant at = Instant.ofEpochMilli(System.currentTimeMillis());
        return Priority.newBuilder()
                .setCustomer("user" + customer)
                .setRealPriority(0.5)
                .setEffectivePriority(500)
                .setPriorityFactor(1000)
                .setFactorSource(FactorSource.DEFAULT)
                .setResourcesInUse(0)
                .setWeightInUse(0)
                .setAccumulatedUsage(number)
                .setWeightedAccumulatedUsage(number)
                .setBeginUsage(at)
                .setLastUsage(at)
                .setAsOf(at)
                .setHalfLifeSeconds(86_400)
                .build();
    }

    private static void execute(Connection database, String sql) throws SQLException {
        try (Statement statement = database.createStatement()) {
            statement.execute(sql);
        }
    }

    private static double number(Connection database, String sql) throws SQLException {
        try (Statement statement = database.createStatement();
                ResultSet found = statement.executeQuery(sql)) {
            return found.next() ? found.getDouble(1) : -1;
        }
    }

    /** Waits until there are so many, and says how many there are. */
    private static long await(Connection database, Sink sink, String counting, long wanted)
            throws SQLException, IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (System.nanoTime() < deadline) {
            try {
                long there = (long) number(database, counting);
                if (there >= wanted) {
                    return there;
                }
            } catch (SQLException e) {
                sink.requireRunning(); // the table is not made yet
            }
            Thread.sleep(50);
        }
        throw new IOException(counting + ": fewer than " + wanted + " within " + PATIENCE_SECONDS + " s");
    }

    /** The command, as a process. */
    private final class Sink implements AutoCloseable {
        private final Process process;
        private final Path log;

        Sink(String table) throws IOException {
            Properties entries = new Properties();
            entries.setProperty("url", url);
            entries.setProperty("schema", SCHEMA);
            entries.setProperty("tables", table);
            entries.setProperty("bootstrap.servers", settings.bootstrapServers().orElseThrow());
            entries.setProperty(
                    "schema.registry.url", String.valueOf(settings.registry().get(SchemaRegistries.URL)));
            entries.setProperty("topic.prefix", settings.topicPrefix());
            Path config = directory.resolve("sink-" + table + ".properties");
            try (Writer file = Files.newBufferedWriter(config)) {
                entries.store(file, null);
            }
            log = directory.resolve("sink-" + table + ".log");
            process = new ProcessBuilder(List.of(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx1g",
                            "-XX:+UseParallelGC",
                            "-cp",
                            System.getProperty("java.class.path"),
                            Main.class.getName(),
                            "sink",
                            "postgres",
                            "--config",
                            config.toString()))
                    .redirectErrorStream(true)
                    .redirectOutput(Redirect.to(log.toFile()))
                    .start();
        }

        void requireRunning() throws IOException {
            if (!process.isAlive()) {
                throw new IOException("the sink ended: " + Files.readString(log));
            }
        }

        @Override
        public void close() {
            process.destroy();
            try {
                if (!process.waitFor(30, TimeUnit.SECONDS)) {
                    process.destroyForcibly().waitFor();
                    throw new UncheckedIOException(new IOException("the sink does not end"));
                }
            } catch (InterruptedException e) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
    }
}
