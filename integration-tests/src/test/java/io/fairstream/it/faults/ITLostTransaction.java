package io.fairstream.it.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.it.harness.Counts;
import io.fairstream.it.harness.Site;
import io.fairstream.it.harness.Tables;
import io.fairstream.it.harness.TestCluster;
import io.fairstream.it.harness.TopologyProcess;
import io.fairstream.schemas.JobState;
import io.fairstream.schemas.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A commit that found its transaction aborted ended the instance and the bridge, of which the manual says that they go on by themselves. */
class ITLostTransaction {
    @RegisterExtension
    static final TestCluster CLUSTER = new TestCluster();

    private static final int EVENTS = 20_000;
    private static final int JOBS = 40;
    private static final long BETWEEN_MILLIS = 150;
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final Map<String, String> LOSING =
            Map.of("kafka.default.client.supplier", LosingClients.class.getName());

    @Test
    void anInstanceGoesOnAfterATransactionThatWasAborted() {
        BusyPool pool = BusyPool.random(1, EVENTS);
        Site site = CLUSTER.site("lost", LOSING);
        TopologyProcess topology = site.process(Map.of());
        for (int from = 0; from < pool.events().size(); from += EVENTS / 4) {
            site.matches(pool.events().subList(from, Math.min(pool.events().size(), from + EVENTS / 4)));
        }
        site.awaitCaughtUp(PATIENCE);
        assertTrue(topology.isAlive(), topology::log);
        assertTrue(topology.log().contains("the current one was aborted"), topology::log);
        topology.stop();
        assertEquals(new TreeMap<>(pool.open()), new TreeMap<>(Tables.of(site).openMatches()));
        Counts.of(site, Topics.MATCHES, pool.events().size()).assertNothingLost("a transaction was aborted");
    }

    @Test
    void theBridgeGoesOnAfterATransactionThatWasAborted() throws InterruptedException, ExecutionException {
        // the third transaction is lost, so the others are sent when it has committed the first, more slowly than it
        // commits
        Site site = CLUSTER.site("bridged", LOSING);
        CLUSTER.cluster().createTopics(2, "ends");
        TopologyProcess bridge = site.command(List.of("slurm-bridge", "--finish-topic", "ends"));
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(site.settings().producer(), new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int job = 1; job <= JOBS; job++) {
                producer.send(new ProducerRecord<>("ends", end(job))).get();
                if (job == 1) {
                    awaitCompleted(site, bridge, 1);
                }
                Thread.sleep(BETWEEN_MILLIS);
            }
        }
        awaitCompleted(site, bridge, JOBS);
        assertEquals(JOBS, completed(site), "each once");
        assertTrue(bridge.log().contains("a transaction was aborted"), bridge::log);
    }

    private static void awaitCompleted(Site site, TopologyProcess bridge, int jobs) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (completed(site) < jobs) {
            assertTrue(bridge.isAlive(), () -> "it has ended: " + bridge.log());
            assertTrue(System.nanoTime() < deadline, bridge::log);
            Thread.sleep(200);
        }
    }

    private static long completed(Site site) {
        return site.records(Topics.JOB_EVENTS).stream()
                .filter(record -> record.value().getState() == JobState.COMPLETE)
                .count();
    }

    private static byte[] end(int job) {
        return String.format(
                        "{\"jobid\":%d,\"sluid\":\"s%d\",\"original_sluid\":\"s%d\",\"username\":\"alice\",\"user_id\":1001,"
                                + "\"groupname\":\"users\",\"group_id\":100,\"@start\":\"2026-03-02T08:00:00\","
                                + "\"@end\":\"2026-03-02T08:10:00\",\"elapsed\":600,\"partition\":\"main\",\"nodes\":\"n1\","
                                + "\"total_cpus\":2,\"total_nodes\":1,\"exit_code\":\"0:0\",\"state\":\"COMPLETED\","
                                + "\"@submit\":\"2026-03-02T08:00:00\",\"@eligible\":\"2026-03-02T08:00:00\",\"cluster\":\"tux\","
                                + "\"tres_alloc\":\"cpu=2,node=1\",\"account\":\"astro\",\"parent_accounts\":\"/root/astro/astro\"}",
                        job, job, job)
                .getBytes(StandardCharsets.UTF_8);
    }
}
