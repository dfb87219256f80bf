package io.fairstream.cli.embedded;

import io.fairstream.cli.terminal.Interruption;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;

/** A broker and its schema registry in this JVM, enough for everything Fairstream does. */
public final class EmbeddedCluster implements AutoCloseable {
    private final EmbeddedBroker broker;
    private final EmbeddedRegistry registry;

    private EmbeddedCluster(EmbeddedBroker broker, EmbeddedRegistry registry) {
        this.broker = broker;
        this.registry = registry;
    }

    /** As {@link #start(Path, int, Consumer)}, in silence. */
    public static EmbeddedCluster start(Path dataDirectory, int port) {
        return start(dataDirectory, port, line -> {});
    }

    /** A durable one; see {@link EmbeddedBroker#start(Path, int, Consumer)}. The registry's address is kept as well as the broker's. */
    public static EmbeddedCluster start(Path dataDirectory, int port, Consumer<String> progress) {
        return with(EmbeddedBroker.start(dataDirectory, port, progress));
    }

    /** One whose data are deleted at {@link #close()}. */
    public static EmbeddedCluster startTemporary() {
        return with(EmbeddedBroker.startTemporary());
    }

    /** As {@link #startTemporary()}, on this port, or any that is free for 0. */
    public static EmbeddedCluster startTemporary(int port) {
        return with(EmbeddedBroker.startTemporary(port));
    }

    /** Address for {@code bootstrap.servers}. */
    public String bootstrapServers() {
        return broker.bootstrapServers();
    }

    /** Value for {@code schema.registry.url}. */
    public String schemaRegistryUrl() {
        return registry.url();
    }

    /** Where the data are, absolute. */
    public Path directory() {
        return broker.directory();
    }

    /** What a configuration needs to work on this cluster; local state stays within its directory. */
    public Map<String, String> settings() {
        return Map.of(
                "bootstrap.servers", bootstrapServers(),
                "schema.registry.url", schemaRegistryUrl(),
                "state.dir", broker.state().toString());
    }

    /** Tells other processes that know the bootstrap address where the registry is. */
    public void announceRegistry() {
        RegistryAnnouncement.publish(bootstrapServers(), schemaRegistryUrl());
    }

    @Override
    public void close() {
        Interruption.undisturbed(() -> {
            registry.close();
            broker.close();
        });
    }

    private static EmbeddedCluster with(EmbeddedBroker broker) {
        try {
            EmbeddedRegistry registry = EmbeddedRegistry.start(broker.bootstrapServers(), broker.registryPort());
            broker.rememberRegistryPort(URI.create(registry.url()).getPort());
            return new EmbeddedCluster(broker, registry);
        } catch (RuntimeException e) {
            broker.close();
            throw e;
        }
    }
}
