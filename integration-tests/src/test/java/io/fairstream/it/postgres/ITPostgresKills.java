package io.fairstream.it.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.it.harness.ClusterHistory;
import io.fairstream.it.harness.Console;
import io.fairstream.it.harness.JavaProcess;
import io.fairstream.it.harness.Journal;
import io.fairstream.it.harness.Site;
import io.fairstream.it.harness.TestCluster;
import io.fairstream.postgres.Comparison.Compared;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.ShareKind;
import io.fairstream.schemas.ShareNode;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.Unmatched;
import io.fairstream.testing.PostgresServer;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Sink and database are killed at random instants while matches, jobs and sessions come in and rows come and go: afterwards each table is
 * its topic, cell by cell, and the journal's sums are what was used, to the microsecond. {@code -Dpostgres.kills=N} for another number of
 * kills than
 * 2, {@code -Dpostgres.seed=N} for others.
 */
class ITPostgresKills {
    private static final int KILLS = Integer.getInteger("postgres.kills", 2);
    private static final long SEED = Long.getLong("postgres.seed", 1);
    private static final int EVENTS = 3000;
    private static final int RESOURCES = 200;
    private static final int LONGEST_PAUSE_MILLIS = 2500;

    @RegisterExtension
    static final TestCluster CLUSTER = new TestCluster();

    private final Random random = new Random(SEED);
    private final ClusterHistory history = new ClusterHistory(SEED, 40 + KILLS, 12 + KILLS);
    private final List<Object> delivered = history.delivered();
    private int event;
    private int round;
    private int sinkKills;

    @Test
    void eachTableIsItsTopicWhoeverIsKilled() throws Exception {
        try (PostgresServer postgres = PostgresServer.start(ITPostgresKills.class);
                Site site = Site.on(CLUSTER.cluster().settings(), "sink", Map.of())) {
            site.start(Map.of());
            Copy copy = Copy.of(site, postgres, "batch=500\n");
            try (RowWatch watch = RowWatch.start(copy)) {
                StringBuilder logs = new StringBuilder();
                JavaProcess sink = kill(copy, copy.sink(), logs);
                send(site);
                site.awaitCaughtUp(Copy.PATIENCE);
                List<Compared> compared = copy.awaitCopied(sink);
                sink.stop();
                for (Compared table : compared) {
                    assertEquals(Optional.empty(), table.difference(), table + ", seed " + SEED + "\n" + logs);
                }
                watch.assertNoneWentBack();
                long rows = compared.stream().mapToLong(Compared::rows).sum();
                assertTrue(rows > EVENTS, compared::toString);
                System.out.println(KILLS + " kills, " + sinkKills + " of them of the sink: " + rows + " rows in "
                        + compared.size() + " tables");
            }
            assertRows(copy);
            assertSums(copy);
            assertAudited(copy);
        }
    }

    /** The sink that is at work after the last kill. */
    private JavaProcess kill(Copy copy, JavaProcess first, StringBuilder logs) throws Exception {
        JavaProcess sink = first;
        for (int kill = 0; kill < KILLS; kill++) {
            long before = copy.progress();
            send(copy.site());
            if (kill / 2 % 2 == 0) {
                // every other time in the midst of copying, else in whatever it does, such as starting
                awaitProgress(copy, sink, before);
            } else {
                Thread.sleep(random.nextInt(LONGEST_PAUSE_MILLIS));
            }
            assertTrue(sink.isAlive(), "it waits for a database that was killed:\n" + sink.log());
            if (kill % 2 == 0) {
                sinkKills++;
                sink.kill();
                logs.append(sink.log());
                sink = copy.sink();
            } else {
                copy.postgres().kill();
                Thread.sleep(random.nextInt(1500));
                copy.postgres().begin();
            }
        }
        return sink;
    }

    private static void awaitProgress(Copy copy, JavaProcess sink, long before) throws InterruptedException {
        long deadline = System.nanoTime() + Copy.PATIENCE.toNanos();
        while (copy.progress() <= before) {
            assertTrue(sink.isAlive() && System.nanoTime() < deadline, "nothing is copied\n" + sink.log());
            Thread.sleep(20);
        }
    }

    /** Rows that were removed are gone, and no other. */
    private static void assertRows(Copy copy) throws SQLException {
        Site site = copy.site();
        assertEquals(site.table(Topics.SHARES).keySet(), copy.keys("shares"));
        assertEquals(site.table(Topics.OPEN_MATCHES).keySet(), copy.keys("open_matches"));
        assertEquals(site.table(Topics.JOBS).keySet(), copy.keys("jobs"));
        assertEquals(site.charges().size(), copy.count("charges"));
        assertEquals(delivered(site), copy.count("session_deltas"));
        assertTrue(
                site.records(Topics.SHARES).stream().anyMatch(record -> record.value() == null),
                "some shares were removed");
    }

    private static int delivered(Site site) {
        return site.records(Topics.SESSION_DELTAS).size();
    }

    /** The journal in the database, the accounts there, those of the topic and what was sent are the same, in whole microseconds. */
    private void assertSums(Copy copy) throws SQLException {
        Map<String, Long> accounts = new TreeMap<>();
        copy.site()
                .table(Topics.USER_ACCOUNTING)
                .forEach((user, row) -> accounts.put(user, row.getCpuTimeUsedMicros()));
        accounts.values().removeIf(micros -> micros == 0);
        Map<String, Long> sent = new TreeMap<>(history.usersUsed);
        sent.values().removeIf(micros -> micros == 0);
        assertEquals(sent, accounts);
        assertEquals(accounts, copy.micros("SELECT \"user\", cpu_time_used_s FROM fairstream.user_accounting"));
        assertEquals(
                accounts,
                copy.micros("SELECT account, sum(cpu_time_used_s) FROM fairstream.charges"
                        + " WHERE kind = 'USER' AND entry = 'Usage' GROUP BY 1"));
        assertEquals(
                new TreeMap<>(history.usersAllocated),
                copy.micros("SELECT account, sum(allocated * extract(epoch FROM timestamptz '" + ClusterHistory.END
                        + "' - \"at\")) FROM fairstream.charges"
                        + " WHERE kind = 'USER' AND entry = 'AllocationChange' GROUP BY 1"));
        String amounts = "sum(real_memory_kib_s), sum(gpu_time_used_s), sum(energy_j)";
        List<List<String>> charged = copy.rows("SELECT account, " + amounts + " FROM fairstream.charges"
                + " WHERE kind = 'USER' AND entry = 'Usage' AND real_memory_kib_s > 0 GROUP BY 1 ORDER BY 1");
        assertEquals(
                copy.rows("SELECT \"user\", " + amounts + " FROM fairstream.user_accounting"
                        + " WHERE real_memory_kib_s > 0 GROUP BY 1 ORDER BY 1"),
                charged);
        assertEquals(3, charged.size(), charged::toString);
    }

    /** It finds nothing, and then what somebody has changed. */
    private static void assertAudited(Copy copy) throws SQLException {
        Console equal = copy.run("audit", "--compare-with", copy.postgres().url());
        assertEquals(0, equal.exitCode(), equal.toString());
        assertTrue(equal.toString().contains("match_records"), equal.toString());
        copy.execute("UPDATE fairstream.priorities SET real_priority = real_priority + 1"
                + " WHERE kafka_key = (SELECT min(kafka_key) FROM fairstream.priorities)");
        Console changed = copy.run("audit", "--compare-with", copy.postgres().url());
        assertEquals(1, changed.exitCode(), changed.toString());
        assertTrue(changed.toString().contains("its cells differ from the topic's"), changed.toString());
        assertTrue(changed.toString().contains("the copy differs from the topics: 1 of "), changed.toString());
    }

    /** Matches begin and end, shares are made, changed and removed, and a part of the jobs and sessions comes in. */
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
        int from = delivered.size() * round / (KILLS + 1);
        round++;
        ClusterHistory.send(site, delivered.subList(from, delivered.size() * round / (KILLS + 1)));
    }
}
