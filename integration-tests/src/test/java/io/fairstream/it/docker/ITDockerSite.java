package io.fairstream.it.docker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.app.config.Settings;
import io.fairstream.schemas.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands and the configuration of the image and the compose file, started as processes in the place of containers. */
final class ITDockerSite {
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @Test
    void oneBrokerTurnsMatchesIntoPriorities() throws Exception {
        try (RunningSite site = new RunningSite("one", directory)) {
            start(site, 1);
            Container topology = site.start("topology");
            try (SamplePool pool = new SamplePool(site.settings())) {
                pool.matchAll();
                pool.awaitWork(site::logs);
                pool.unmatchAll();
                pool.awaitUsage(1, site::logs);
            }
            requireHealthy(site, topology);
            assertEquals(0, topology.stop(), topology.output());
            assertNotEquals(0, site.healthCheck(topology).awaitEnd(), "it runs no more");
        }
    }

    @Test
    @Tag("long")
    void threeBrokersAndTwoTopologiesMissNothingWhenABrokerIsKilled() throws Exception {
        try (RunningSite site = new RunningSite("three", directory)) {
            start(site, 3);
            List<Container> topologies = List.of(site.start("topology"), site.start("topology"));
            try (SamplePool pool = new SamplePool(site.settings());
                    Admin admin = Admin.create(site.settings().admin())) {
                pool.matchAll();
                pool.awaitWork(site::logs);
                site.killBroker(leaderOfMatches(admin, site.settings()));
                pool.unmatchAll();
                pool.awaitUsage(1, site::logs);
            }
            for (Container topology : topologies) {
                requireHealthy(site, topology);
                assertTrue(topology.isAlive(), topology.output());
            }
        }
    }

    private static void start(RunningSite site, int brokers) throws Exception {
        site.startBrokers();
        try (Admin admin = Admin.create(site.settings().admin())) {
            awaitBrokers(admin, brokers, site);
            site.startRegistry();
            site.runToEnd("topics");
            assertCopies(admin, site.settings(), brokers);
        }
    }

    private static void awaitBrokers(Admin admin, int wanted, RunningSite site) throws InterruptedException {
        Instant deadline = Instant.now().plus(PATIENCE);
        while (count(admin) < wanted) {
            if (Instant.now().isAfter(deadline)) {
                throw new AssertionError("not " + wanted + " brokers after " + PATIENCE + "\n" + site.logs());
            }
            Thread.sleep(200);
        }
    }

    private static int count(Admin admin) throws InterruptedException {
        try {
            return admin.describeCluster().nodes().get().size();
        } catch (ExecutionException e) {
            return 0;
        }
    }

    private static void assertCopies(Admin admin, Settings settings, int brokers) throws Exception {
        String matches = Topics.MATCHES.in(settings.topicPrefix());
        assertEquals(brokers, partition(admin, matches).replicas().size());
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, matches);
        Map<ConfigResource, Config> configs =
                admin.describeConfigs(List.of(resource)).all().get();
        String enough = Objects.requireNonNull(configs.get(resource))
                .get("min.insync.replicas")
                .value();
        assertEquals(brokers == 1 ? "1" : "2", enough);
    }

    private static int leaderOfMatches(Admin admin, Settings settings) throws Exception {
        return partition(admin, Topics.MATCHES.in(settings.topicPrefix()))
                .leader()
                .id();
    }

    private static TopicPartitionInfo partition(Admin admin, String topic) throws Exception {
        Map<String, TopicDescription> found =
                admin.describeTopics(List.of(topic)).allTopicNames().get();
        return Objects.requireNonNull(found.get(topic)).partitions().get(0);
    }

    private static void requireHealthy(RunningSite site, Container topology) {
        Container check = site.healthCheck(topology);
        assertEquals(0, check.awaitEnd(), check.output());
    }
}
