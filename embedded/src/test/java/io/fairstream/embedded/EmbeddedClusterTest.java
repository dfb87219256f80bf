package io.fairstream.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.errors.TopicExistsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedClusterTest {
    @TempDir
    Path directory;

    @Test
    void brokerAndRegistryKeepTheirAddressesOverARestart() {
        String broker;
        String registry;
        try (EmbeddedCluster cluster = EmbeddedCluster.start(directory, 0)) {
            broker = cluster.bootstrapServers();
            registry = cluster.schemaRegistryUrl();
        }
        try (EmbeddedCluster cluster = EmbeddedCluster.start(directory, 0)) {
            assertEquals(broker, cluster.bootstrapServers());
            assertEquals(registry, cluster.schemaRegistryUrl());
        }
    }

    /** Producers that wait for a stopped cluster must not find it while somebody only looks into it. */
    @Test
    void whoOnlyReadsStartsItElsewhereAndTheNextStartIsWhereItWas() {
        String broker;
        String registry;
        try (EmbeddedCluster cluster = EmbeddedCluster.start(directory, 0)) {
            broker = cluster.bootstrapServers();
            registry = cluster.schemaRegistryUrl();
        }
        try (EmbeddedCluster cluster = EmbeddedCluster.startElsewhere(directory)) {
            assertNotEquals(broker, cluster.bootstrapServers());
            assertNotEquals(registry, cluster.schemaRegistryUrl());
        }
        try (EmbeddedCluster cluster = EmbeddedCluster.start(directory, 0)) {
            assertEquals(broker, cluster.bootstrapServers());
            assertEquals(registry, cluster.schemaRegistryUrl());
        }
    }

    @Test
    void whoKnowsTheBootstrapAddressFindsTheAnnouncedRegistry() {
        try (EmbeddedCluster cluster = EmbeddedCluster.startTemporary()) {
            Map<String, Object> properties = cluster.clientProperties();
            assertEquals(Optional.empty(), EmbeddedRegistry.announced(properties, properties));
            cluster.announceRegistry();
            cluster.announceRegistry();
            assertEquals(Optional.of(cluster.schemaRegistryUrl()), EmbeddedRegistry.announced(properties, properties));
        }
    }

    @Test
    void aTopicThatIsThereIsNotCreatedAgain() {
        try (EmbeddedCluster cluster = EmbeddedCluster.startTemporary("greetings")) {
            var refusal = assertThrows(TopicExistsException.class, () -> cluster.createTopics(2, "greetings"));
            assertTrue(String.valueOf(refusal.getMessage()).contains("greetings"), refusal.toString());
        }
    }

    @Test
    void anInterruptedOwnerClosesInPeace() {
        EmbeddedCluster cluster = EmbeddedCluster.startTemporary();
        Thread.currentThread().interrupt();
        cluster.close();
        assertTrue(Thread.interrupted());
    }
}
