package io.fairstream.cli.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.streams.config.Settings;
import java.nio.file.Path;
import java.util.Optional;
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

    @Test
    void whoKnowsTheBootstrapAddressFindsTheAnnouncedRegistry() {
        try (EmbeddedCluster cluster = EmbeddedCluster.startTemporary()) {
            Settings settings = Settings.parseForCluster(cluster.settings());
            assertEquals(Optional.empty(), RegistryAnnouncement.find(settings.admin(), settings.consumer()));
            cluster.announceRegistry();
            cluster.announceRegistry();
            assertEquals(
                    Optional.of(cluster.schemaRegistryUrl()),
                    RegistryAnnouncement.find(settings.admin(), settings.consumer()));
        }
    }

    @Test
    void anInterruptedOwnerClosesInPeace() {
        EmbeddedCluster cluster = EmbeddedCluster.startTemporary();
        Thread.currentThread().interrupt();
        cluster.close();
        assertTrue(Thread.interrupted());
        assertTrue(!cluster.directory().toFile().exists());
    }
}
