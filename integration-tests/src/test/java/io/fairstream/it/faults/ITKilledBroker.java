package io.fairstream.it.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.app.FairstreamApp;
import io.fairstream.embedded.TemporaryDirectory;
import io.fairstream.it.harness.BrokerProcess;
import io.fairstream.it.harness.Conservation;
import io.fairstream.it.harness.Counts;
import io.fairstream.it.harness.Site;
import io.fairstream.it.harness.Tables;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The only broker is killed in the middle of a replay and comes back at the same address. */
class ITKilledBroker {
    private static final long SEED = Long.getLong("faults.seed", 1);
    private static final int EVENTS = 60_000;
    private static final int PART = 10_000;
    private static final Duration LONGEST_RUN = Duration.ofMinutes(10);

    private final BusyPool pool = BusyPool.random(SEED, EVENTS);

    /** The transactions it dies in are open for a while, so that none is just being completed. */
    private static final Map<String, String> SETTINGS = Map.of("commit.interval", "PT3S");

    @Test
    void theTopologyOutlivesTheBroker() {
        try (TemporaryDirectory directory = TemporaryDirectory.create()) {
            BrokerProcess broker = BrokerProcess.start(directory.path());
            Map<String, String> addresses = broker.settings();
            try (Site site = Site.on(addresses, "orphan", SETTINGS)) {
                Iterator<List<MatchEvent>> parts = parts();
                site.edits(pool.edits()).matches(parts.next());
                FairstreamApp app = site.start(Map.of());
                site.awaitCaughtUp(LONGEST_RUN);
                do {
                    site.matches(parts.next());
                } while (!site.isInTransaction());
                broker.kill();
                broker = BrokerProcess.start(directory.path());
                assertEquals(addresses, broker.settings(), "the same cluster at the same addresses");
                parts.forEachRemaining(site::matches);
                awaitEnd(site, app);
                assertBooks(site);
            } finally {
                broker.close();
            }
        }
    }

    private Iterator<List<MatchEvent>> parts() {
        List<MatchEvent> events = pool.events();
        return IntStream.iterate(0, from -> from < events.size(), from -> from + PART)
                .mapToObj(from -> events.subList(from, Math.min(events.size(), from + PART)))
                .iterator();
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
