package io.fairstream.it.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.it.harness.Site;
import io.fairstream.it.harness.TestCluster;
import io.fairstream.it.harness.TopologyProcess;
import io.fairstream.schemas.registry.SchemaRegistries;
import io.fairstream.schemas.registry.SchemaRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A topology with a heap of 512 MB and {@code -Dfuzz.records} of all kinds; {@code -Dfuzz.seed=N} for other ones. */
class ITFuzz {
    @RegisterExtension
    static final TestCluster CLUSTER = new TestCluster();

    private static final int RECORDS = Integer.getInteger("fuzz.records", 10_000);
    private static final long SEED = Long.getLong("fuzz.seed", 20260305);
    private static final Duration LONGEST = Duration.ofMinutes(10).plusMillis(5L * RECORDS);

    @Test
    void whateverIsSentTheTopologyGoesOnAndLosesNothing() throws Exception {
        Site site = CLUSTER.site("fuzz", Map.of("partitions", "2", "commit.interval", "PT1S"));
        SchemaRegistry registry = SchemaRegistries.from(
                Map.of(SchemaRegistries.URL, CLUSTER.cluster().schemaRegistryUrl()));
        try (HostileSender sender = new HostileSender(site)) {
            sender.keepAll(ITHostileRecords.READ);
            Fuzz fuzz = new Fuzz(sender, registry, SEED);
            double normal = rate(RECORDS, site, sender, fuzz::good);
            double all = rate(2 * RECORDS, site, sender, () -> {
                fuzz.good();
                fuzz.any();
            });
            System.out.printf(
                    Locale.ROOT,
                    "fuzz seed %d, %,d records: %,.0f good records/s alone; beside as many others %,.0f good and %,.0f"
                            + " in all (%.0f %% and %.0f %%)%n",
                    SEED,
                    RECORDS,
                    normal,
                    all / 2,
                    all,
                    50 * all / normal,
                    100 * all / normal);
            Law law = new Law(site);
            assertEquals(List.of(), law.lost(ITHostileRecords.INPUTS, sender), "seed " + SEED);
            assertEquals(List.of(), law.infinite(ITHostileRecords.ROWS), "seed " + SEED);
        }
    }

    /** Records a second, from the start of a process that finds them all until what follows from the last can be read. */
    private static double rate(int records, Site site, HostileSender sender, Runnable send) throws Exception {
        long before = sender.sent();
        while (sender.sent() - before < records) {
            send.run();
        }
        sender.flush();
        long begin = System.nanoTime();
        try (TopologyProcess process = site.process(Map.of())) {
            try {
                site.awaitCaughtUp(LONGEST);
            } catch (AssertionError e) {
                throw new AssertionError("seed " + SEED + ", alive: " + process.isAlive() + "\n" + process.log(), e);
            }
            assertTrue(process.isAlive(), process::log);
        }
        return records * 1e9 / (System.nanoTime() - begin);
    }
}
