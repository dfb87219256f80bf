package io.fairstream.it.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.it.harness.JavaProcess;
import io.fairstream.it.harness.Journal;
import io.fairstream.it.harness.Site;
import io.fairstream.it.harness.TestCluster;
import io.fairstream.postgres.Comparison;
import io.fairstream.postgres.Comparison.Compared;
import io.fairstream.postgres.Kafka;
import io.fairstream.postgres.PostgresServer;
import io.fairstream.postgres.SinkSettings;
import io.fairstream.reports.records.ValueFormat;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.ShareKind;
import io.fairstream.schemas.ShareNode;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.Unmatched;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Sink and database are killed at random instants while matches come in and rows come and go: afterwards each table is its topic, cell by
 * cell. {@code -Dpostgres.kills=N} for another number of kills than 5, {@code -Dpostgres.seed=N} for others.
 */
class ITPostgresKills {
    private static final int KILLS = Integer.getInteger("postgres.kills", 5);
    private static final long SEED = Long.getLong("postgres.seed", 1);
    private static final int EVENTS = 3000;
    private static final int RESOURCES = 200;
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @RegisterExtension
    static final TestCluster CLUSTER = new TestCluster();

    private final Random random = new Random(SEED);
    private int event;

    @Test
    void eachTableIsItsTopicWhoeverIsKilled() throws Exception {
        try (PostgresServer postgres = PostgresServer.start();
                Site site = Site.on(CLUSTER.cluster().settings(), "sink", Map.of())) {
            site.start(Map.of());
            Path config = config(site, postgres);
            JavaProcess sink = sink(site, config);
            StringBuilder logs = new StringBuilder();
            for (int kill = 0; kill < KILLS; kill++) {
                send(site);
                Thread.sleep(500 + random.nextInt(2500));
                if (random.nextBoolean()) {
                    sink.kill();
                    logs.append(sink.log());
                    sink = sink(site, config);
                } else {
                    postgres.kill();
                    Thread.sleep(random.nextInt(1500));
                    postgres.begin();
                }
                assertTrue(sink.isAlive(), sink.log());
            }
            send(site);
            site.awaitCaughtUp();
            List<Compared> compared = awaitCopied(site, postgres, sink);
            sink.stop();
            for (Compared table : compared) {
                assertEquals(Optional.empty(), table.difference(), table + ", seed " + SEED + "\n" + logs);
            }
            assertTrue(compared.stream().mapToLong(Compared::rows).sum() > EVENTS, compared::toString);
            assertEquals(site.table(Topics.SHARES).keySet().size(), count(postgres, "shares"));
            assertEquals(site.table(Topics.OPEN_MATCHES).keySet().size(), count(postgres, "open_matches"));
            assertEquals(site.charges().size(), count(postgres, "charges"));
            assertAudited(site, postgres, config);
        }
    }

    /** It finds nothing, and then what somebody has changed. */
    private static void assertAudited(Site site, PostgresServer postgres, Path config) throws SQLException {
        JavaProcess equal = audit(site, postgres, config);
        assertEquals(0, equal.awaitEnd(PATIENCE), equal.log());
        assertTrue(equal.log().contains("match_records"), equal.log());
        try (Connection connection = postgres.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("UPDATE fairstream.priorities SET real_priority = real_priority + 1"
                    + " WHERE kafka_key = (SELECT min(kafka_key) FROM fairstream.priorities)");
        }
        JavaProcess changed = audit(site, postgres, config);
        assertEquals(1, changed.awaitEnd(PATIENCE), changed.log());
        assertTrue(changed.log().contains("other cells than the topic's"), changed.log());
        assertTrue(changed.log().contains("the copy is not the topics': 1 of "), changed.log());
    }

    private static JavaProcess audit(Site site, PostgresServer postgres, Path config) {
        return command(site, config, "audit", "--against", postgres.url());
    }

    private static Path config(Site site, PostgresServer postgres) throws IOException {
        return Files.writeString(site.directory().resolve("postgres.properties"), postgres.settings() + "batch=500\n");
    }

    private static JavaProcess sink(Site site, Path config) {
        return command(site, config, "sink", "postgres");
    }

    private static JavaProcess command(Site site, Path config, String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of(
                "--config",
                config.toString(),
                "--set",
                "topic.prefix=" + site.settings().topicPrefix(),
                "--bootstrap-server",
                site.settings().bootstrapServers().orElseThrow(),
                "--schema-registry",
                site.settings().registry().get("schema.registry.url")));
        return site.commandAsIs(all);
    }

    /** Matches begin and end, and shares are made, changed and removed. */
    private void send(Site site) {
        List<MatchEvent> matches = new ArrayList<>();
        for (int i = 0; i < EVENTS; i++) {
            String resource = "slot" + random.nextInt(RESOURCES);
            Instant at = Journal.ORIGIN.plusSeconds(event++);
            matches.add(new MatchEvent(
                    resource,
                    "",
                    at,
                    random.nextBoolean()
                            ? new Matched("customer" + random.nextInt(20), 1.0 + random.nextInt(4), "")
                            : new Unmatched("")));
        }
        site.matches(matches);
        for (int i = 0; i < 200; i++) {
            String path = "root/bank" + random.nextInt(50);
            ShareNode node = new ShareNode(path, ShareKind.BANK, 1.0 + random.nextInt(100), true, false);
            site.send(Topics.SHARES, path, random.nextInt(3) == 0 ? null : node);
        }
        site.flush();
    }

    private static List<Compared> awaitCopied(Site site, PostgresServer postgres, JavaProcess sink)
            throws InterruptedException {
        ValueFormat format = new ValueFormat(site.settings());
        Comparison comparison = new Comparison(
                SinkSettings.of(postgres.url(), Optional.of("postgres"), Optional.empty(), "fairstream"),
                new Kafka(
                        site.settings().consumer(),
                        site.settings().admin(),
                        site.settings().topicPrefix(),
                        format::reads));
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        List<Compared> compared = comparison.tables();
        while (compared.stream().anyMatch(table -> table.waiting() > 0)) {
            assertTrue(sink.isAlive() && System.nanoTime() < deadline, compared + "\n" + sink.log());
            Thread.sleep(500);
            compared = comparison.tables();
        }
        return compared;
    }

    private static int count(PostgresServer postgres, String table) throws SQLException {
        try (Connection connection = postgres.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM fairstream." + table)) {
            row.next();
            return row.getInt(1);
        }
    }
}
