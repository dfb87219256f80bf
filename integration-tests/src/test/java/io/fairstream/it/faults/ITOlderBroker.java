package io.fairstream.it.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.benchmarks.KafkaBrokers;
import io.fairstream.it.harness.Counts;
import io.fairstream.it.harness.Site;
import io.fairstream.it.harness.Tables;
import io.fairstream.it.harness.TestCluster;
import io.fairstream.it.harness.TopologyProcess;
import io.fairstream.schemas.Topics;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Kill of the topology on a broker of the oldest tested Kafka. */
class ITOlderBroker {
    @RegisterExtension
    static final TestCluster CLUSTER = new TestCluster();

    private static final int EVENTS = 10_000;
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    @Test
    void theBooksAreTheSameOnAnOlderBroker(@TempDir Path directory) throws Exception {
        String older = Files.readString(Path.of("older-kafka", "target", "classpath"));
        assertTrue(older.contains("kafka_2.13-4.3."), older);
        BusyPool pool = BusyPool.random(4, EVENTS);
        Map<String, String> cluster = new HashMap<>(CLUSTER.cluster().settings());
        try (KafkaBrokers brokers = KafkaBrokers.prepare(directory, 1, index -> Map.of(), older, List.of())) {
            brokers.start(0);
            cluster.put("bootstrap.servers", brokers.bootstrapServers());
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", brokers.bootstrapServers()))) {
                brokers.awaitAll(admin, PATIENCE);
            }
            try (Site site = Site.on(cluster, "older", Map.of("replication.factor", "1"))) {
                site.matches(pool.events().subList(0, EVENTS / 2));
                TopologyProcess killed = site.process(Map.of());
                site.awaitCaughtUp(PATIENCE);
                site.matches(pool.events().subList(EVENTS / 2, pool.events().size()));
                killed.kill();
                TopologyProcess topology = site.process(Map.of());
                site.awaitCaughtUp(PATIENCE);
                assertTrue(topology.isAlive(), topology::log);
                topology.stop();
                assertEquals(
                        new TreeMap<>(pool.open()),
                        new TreeMap<>(Tables.of(site).openMatches()));
                Counts.of(site, Topics.MATCHES, pool.events().size()).assertNothingLost("Kafka 4.3");
            }
        }
    }
}
