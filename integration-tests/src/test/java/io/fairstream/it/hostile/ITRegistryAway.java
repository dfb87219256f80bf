package io.fairstream.it.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.app.FairstreamApp;
import io.fairstream.embedded.EmbeddedCluster;
import io.fairstream.it.harness.Site;
import io.fairstream.it.harness.TestCluster;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.Unmatched;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A schema registry that is away, and ids that it has not given yet. */
class ITRegistryAway {
    @RegisterExtension
    static final TestCluster CLUSTER = new TestCluster();

    private static final Instant START = Instant.parse("2026-03-02T08:00:00Z");
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final int FUTURE_IDS = 60;

    @Test
    void aRegistryThatIsAwayIsWaitedFor() throws Exception {
        try (OddRegistry registry = new OddRegistry(CLUSTER.cluster().schemaRegistryUrl())) {
            Site site = CLUSTER.site("away", Map.of("schema.registry.url", registry.url(), "partitions", "1"));
            FairstreamApp app = site.start(Map.of());
            match(site, 0);
            site.awaitCaughtUp();

            registry.beAway(true);
            site.raw(Topics.MATCHES, "slot", unknown(OddRegistry.oddIds().get(0)))
                    .flush();
            await(() -> app.waiting().isPresent());
            assertEquals(Optional.empty(), app.failure());

            registry.beAway(false);
            match(site, 1000);
            site.awaitCaughtUp();
            await(() -> app.waiting().isEmpty());
            assertEquals(Optional.empty(), app.failure());
            assertEquals(1, site.records(Topics.DEAD_LETTERS).size());
            assertEquals(120.0, usage(site));
        }
    }

    /** They come before the topology has registered any schema, to a registry of its own. */
    @Test
    void schemaIdsOfTheFutureLoseNoCharge() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.startTemporary();
                Site site = Site.on(cluster.settings(), "future", Map.of("partitions", "1"))) {
            for (int id = 1; id <= FUTURE_IDS; id++) {
                site.raw(Topics.MATCHES, "slot", unknown(id));
            }
            site.flush();
            site.start(Map.of());
            await(() -> site.records(Topics.DEAD_LETTERS).size() == FUTURE_IDS);
            match(site, 0);
            site.awaitCaughtUp();
            assertEquals(FUTURE_IDS, site.records(Topics.DEAD_LETTERS).size());
            assertEquals(60.0, usage(site));
        }
    }

    private static double usage(Site site) {
        return Objects.requireNonNull(site.table(Topics.PRIORITIES).get("alice"))
                .getAccumulatedUsage();
    }

    private static void match(Site site, long seconds) {
        Instant from = START.plusSeconds(seconds);
        site.matches(List.of(
                new MatchEvent("slot", "", from, new Matched("alice", 1.0, "")),
                new MatchEvent("slot", "", from.plusSeconds(60), new Unmatched(""))));
    }

    private static byte[] unknown(int id) {
        return ByteBuffer.allocate(7)
                .put((byte) 0)
                .putInt(id)
                .put((byte) 2)
                .put((byte) 0x6b)
                .array();
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + LONG.toNanos();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, "not within " + LONG);
            Thread.sleep(50);
        }
    }
}
