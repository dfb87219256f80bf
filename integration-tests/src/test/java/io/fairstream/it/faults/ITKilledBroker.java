package io.fairstream.it.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.cli.embedded.TemporaryDirectory;
import io.fairstream.it.harness.BrokerProcess;
import io.fairstream.it.harness.Conservation;
import io.fairstream.it.harness.Counts;
import io.fairstream.it.harness.Site;
import io.fairstream.it.harness.Tables;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.app.FairstreamApp;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;

/** The only broker is killed in the middle of a replay and comes back at the same address. */
class ITKilledBroker {
    private static final long SEED = Long.getLong("faults.seed", 1);
    private static final int EVENTS = 60_000;
    private static final Duration LONGEST_RUN = Duration.ofMinutes(2);

    private final BusyPool pool = BusyPool.random(SEED, EVENTS);

    @Test
    @Disabled(
            "fails: once the broker is back both threads are fenced and rejoin, and then wait idle with events unread;"
                    + " the cause is not known yet")
    void theTopologyOutlivesTheBroker() {
        try (TemporaryDirectory directory = TemporaryDirectory.create()) {
            BrokerProcess broker = BrokerProcess.start(directory.path());
            Map<String, String> addresses = broker.settings();
            try (Site site = Site.on(addresses, "orphan", Map.of())) {
                site.matches(pool.events()).edits(pool.edits());
                FairstreamApp app = site.start(Map.of());
                awaitProgress(site, EVENTS / 5);
                broker.kill();
                broker = BrokerProcess.start(directory.path());
                assertEquals(addresses, broker.settings(), "the same cluster at the same addresses");
                awaitEnd(site, app);
                assertBooks(site);
            } finally {
                broker.close();
            }
        }
    }

    private static void awaitProgress(Site site, long records) {
        long deadline = System.nanoTime() + LONGEST_RUN.toNanos();
        while (site.progress(Topics.MATCHES) < records) {
            assertTrue(System.nanoTime() < deadline, "no progress");
        }
        assertTrue(site.progress(Topics.MATCHES) < EVENTS, "the kill comes too late");
    }

    /** It goes on by itself; or it has stopped and said why, and goes on when it is started again. */
    private static void awaitEnd(Site site, FairstreamApp app) {
        try {
            site.awaitCaughtUp(LONGEST_RUN);
        } catch (AssertionError late) {
            assertTrue(app.failure().isPresent(), () -> "stuck without a word: " + late.getMessage());
            app.close();
            site.run();
        }
    }

    private void assertBooks(Site site) {
        String what = "seed " + SEED + ", broker killed";
        Tables tables = Tables.of(site);
        TreeMap<String, Instant> ends = new TreeMap<>();
        tables.matchRecords().forEach((start, match) -> ends.put(start, match.getEnd()));
        assertEquals(new TreeMap<>(pool.finished()), ends, what);
        assertEquals(new TreeMap<>(pool.open()), new TreeMap<>(tables.openMatches()), what);
        new Conservation(pool.edits()).assertHolds(tables, what);
        Counts.of(site, Topics.MATCHES, pool.events().size()).assertNothingLost(what);
    }
}
