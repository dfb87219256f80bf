package io.fairstream.it.postgres;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.app.config.Keys;
import io.fairstream.it.harness.Console;
import io.fairstream.it.harness.JavaProcess;
import io.fairstream.it.harness.Site;
import io.fairstream.postgres.Comparison;
import io.fairstream.postgres.Comparison.Compared;
import io.fairstream.postgres.Kafka;
import io.fairstream.postgres.SinkException;
import io.fairstream.postgres.SinkSettings;
import io.fairstream.query.records.ValueFormat;
import io.fairstream.testing.PostgresServer;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A site's topics as tables of a PostgreSQL: the commands that keep and compare them, and what the tables hold. */
record Copy(Site site, PostgresServer postgres, Path config) {
    static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final int MICROS = 6;

    /**
     * Nothing is started yet.
     *
     * @param more settings of the sink, a line each
     */
    static Copy of(Site site, PostgresServer postgres, String more) throws IOException {
        Path config = Files.createTempFile(site.directory(), "postgres", ".properties");
        return new Copy(site, postgres, Files.writeString(config, postgres.settings() + more));
    }

    JavaProcess sink(String... options) {
        List<String> words = new ArrayList<>(List.of("sink", "postgres"));
        words.addAll(List.of(options));
        return command(words);
    }

    private JavaProcess command(List<String> words) {
        return site.commandAsIs(with(List.of("--config", config.toString()), words));
    }

    /** A command on the database in this process. */
    Console run(String... words) {
        return Console.run(with(List.of("--config", config.toString()), List.of(words)));
    }

    /** A command on the topics in this process. */
    Console ask(String... words) {
        return Console.run(with(List.of(), List.of(words)));
    }

    private List<String> with(List<String> own, List<String> words) {
        List<String> all = new ArrayList<>(words);
        all.addAll(own);
        all.addAll(List.of(
                "--set",
                "topic.prefix=" + site.settings().topicPrefix(),
                "--set",
                "cluster.timeout=" + site.settings().get(Keys.CLUSTER_TIMEOUT),
                "--bootstrap-server",
                site.settings().bootstrapServers().orElseThrow(),
                "--schema-registry",
                site.settings().registry().get("schema.registry.url")));
        return all;
    }

    /**
     * Waits until all that the topics hold is copied, also by a sink that has made no tables yet; fails if nothing is copied for {@link #PATIENCE}.
     *
     * @param tables that must be among those copied
     */
    List<Compared> awaitCopied(JavaProcess sink, String... tables) throws InterruptedException {
        ValueFormat format = new ValueFormat(site.settings());
        Comparison comparison = new Comparison(
                SinkSettings.of(postgres.url(), Optional.of("postgres"), Optional.empty(), "fairstream"),
                new Kafka(
                        site.settings().consumer(),
                        site.settings().admin(),
                        site.settings().topicPrefix(),
                        format::reads));
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        long progress = 0;
        while (true) {
            String state;
            try {
                List<Compared> compared = comparison.tables();
                boolean isCopied = compared.stream().allMatch(table -> table.waiting() == 0);
                if (isCopied && compared.stream().map(Compared::table).toList().containsAll(List.of(tables))) {
                    return compared;
                }
                state = compared.toString();
            } catch (SinkException e) {
                state = e.toString();
            }
            if (progress() > progress) {
                progress = progress();
                deadline = System.nanoTime() + PATIENCE.toNanos();
            }
            assertTrue(sink.isAlive() && System.nanoTime() < deadline, state + "\n" + sink.log());
            Thread.sleep(500);
        }
    }

    /** Waits until the process has said so. */
    static void awaitLine(JavaProcess process, String part) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!process.log().contains(part)) {
            assertTrue(process.isAlive() && System.nanoTime() < deadline, part + " (expected)\n" + process.log());
            Thread.sleep(50);
        }
    }

    /** Returns the progress of the tables, in records of all topics; 0 before they exist or while the database is away. */
    long progress() {
        try {
            return rows("SELECT sum(next_offset)::bigint FROM fairstream.kafka_offsets").stream()
                    .map(row -> row.get(0))
                    .filter(sum -> !sum.isEmpty())
                    .mapToLong(Long::parseLong)
                    .sum();
        } catch (SQLException e) {
            return 0;
        }
    }

    void execute(String sql) throws SQLException {
        try (Connection connection = postgres.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The cells as texts, empty for null. */
    List<List<String>> rows(String question) throws SQLException {
        List<List<String>> rows = new ArrayList<>();
        try (Connection connection = postgres.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(question)) {
            int columns = row.getMetaData().getColumnCount();
            while (row.next()) {
                List<String> cells = new ArrayList<>();
                for (int i = 1; i <= columns; i++) {
                    String cell = row.getString(i);
                    cells.add(cell == null ? "" : cell);
                }
                rows.add(cells);
            }
        }
        return rows;
    }

    int count(String table) throws SQLException {
        return Integer.parseInt(
                rows("SELECT count(*) FROM fairstream." + table).get(0).get(0));
    }

    Set<String> keys(String table) throws SQLException {
        Set<String> keys = new TreeSet<>();
        rows("SELECT kafka_key FROM fairstream." + table).forEach(row -> keys.add(row.get(0)));
        return keys;
    }

    /** Returns the rows of a name and seconds that are not 0, in microseconds, exact. */
    Map<String, Long> micros(String question) throws SQLException {
        Map<String, Long> micros = new TreeMap<>();
        for (List<String> row : rows(question)) {
            long exact = new BigDecimal(row.get(1)).movePointRight(MICROS).longValueExact();
            if (exact != 0) {
                micros.put(row.get(0), exact);
            }
        }
        return micros;
    }
}
