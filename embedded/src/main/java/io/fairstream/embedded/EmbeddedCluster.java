package io.fairstream.embedded;

import io.fairstream.embedded.BrokerDirectory.Service;
import io.fairstream.schemas.tls.ServerTls.PemFiles;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TopicExistsException;

/** A broker and its schema registry in this JVM: for tests of whatever talks to Kafka, and for a Fairstream in one process. */
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
        return start(dataDirectory, port, Optional.empty(), progress);
    }

    /** As {@link #start(Path, int, Consumer)}, with a registry on HTTPS if there is a certificate. */
    public static EmbeddedCluster start(
            Path dataDirectory, int port, Optional<PemFiles> certificate, Consumer<String> progress) {
        return with(EmbeddedBroker.start(dataDirectory, port, progress), certificate);
    }

    /** A durable one for who only reads: at another address than before, so that nobody who waits for it finds it and writes. */
    public static EmbeddedCluster startElsewhere(Path dataDirectory) {
        return with(EmbeddedBroker.startElsewhere(dataDirectory), Optional.empty());
    }

    /** One whose data are deleted at {@link #close()}. */
    public static EmbeddedCluster startTemporary() {
        return with(EmbeddedBroker.startTemporary(), Optional.empty());
    }

    /** As {@link #startTemporary()}, and these topics are there, of one partition each. */
    public static EmbeddedCluster startTemporary(String... topics) {
        EmbeddedCluster cluster = startTemporary();
        try {
            cluster.createTopics(1, topics);
            return cluster;
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    /** As {@link #startTemporary()}, on this port, or any that is free for 0. */
    public static EmbeddedCluster startTemporary(int port) {
        return startTemporary(port, Optional.empty());
    }

    /** As {@link #startTemporary(int)}, with a registry on HTTPS if there is a certificate. */
    public static EmbeddedCluster startTemporary(int port, Optional<PemFiles> certificate) {
        return with(EmbeddedBroker.startTemporary(port), certificate);
    }

    /** Address for {@code bootstrap.servers}. */
    public String bootstrapServers() {
        return broker.bootstrapServers();
    }

    /** Value for {@code schema.registry.url}. */
    public String schemaRegistryUrl() {
        return registry.url();
    }

    /** A producer's, consumer's or admin client's properties for this cluster: a map of the caller's own, to add others to. */
    public Map<String, Object> clientProperties() {
        Map<String, Object> properties = new HashMap<>();
        properties.put("bootstrap.servers", bootstrapServers());
        properties.put("schema.registry.url", schemaRegistryUrl());
        return properties;
    }

    /**
     * Creates topics; no topic comes into being by being written to.
     *
     * @throws TopicExistsException if there is one of these names
     */
    public void createTopics(int partitions, String... names) {
        List<NewTopic> topics = Stream.of(names)
                .map(name -> new NewTopic(name, partitions, BrokerSettings.REPLICAS))
                .toList();
        try (Admin admin = Admin.create(clientProperties())) {
            admin.createTopics(topics).all().get();
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException refusal ? refusal : new KafkaException(e.getCause());
        }
    }

    /** Where the data are, absolute. */
    public Path directory() {
        return broker.directory();
    }

    /** Settings that a configuration needs to work on this cluster; local state stays within the cluster's directory. */
    public Map<String, String> settings() {
        return Map.of(
                "bootstrap.servers", bootstrapServers(),
                "schema.registry.url", schemaRegistryUrl(),
                "state.dir", broker.state().toString());
    }

    /** A free port for the console beside it: that of the last start, if it still is. */
    public int consolePort() {
        return freePort(Service.CONSOLE);
    }

    /** A free port for metrics and health beside it: that of the last start, if it still is. */
    public int operationPort() {
        return freePort(Service.OPERATION);
    }

    /** Not one of those that outgoing connections get: it is to be free at the next start, too. */
    private int freePort(Service service) {
        int kept = broker.port(service);
        return kept == EmbeddedBroker.ANY_PORT ? LoopbackPort.anyFree() : kept;
    }

    /** Keeps the ports at which these listen now for the next start. */
    public void rememberPorts(String consoleUrl, String operationUrl) {
        broker.rememberPort(Service.CONSOLE, URI.create(consoleUrl).getPort());
        broker.rememberPort(Service.OPERATION, URI.create(operationUrl).getPort());
    }

    /** Tells other processes that know the bootstrap address where the registry is. */
    public void announceRegistry() {
        RegistryAnnouncement.publish(bootstrapServers(), schemaRegistryUrl());
    }

    @Override
    public void close() {
        Undisturbed.run(() -> {
            registry.close();
            broker.close();
        });
    }

    private static EmbeddedCluster with(EmbeddedBroker broker, Optional<PemFiles> certificate) {
        try {
            EmbeddedRegistry registry =
                    EmbeddedRegistry.start(broker.bootstrapServers(), broker.port(Service.REGISTRY), certificate);
            broker.rememberPort(Service.REGISTRY, URI.create(registry.url()).getPort());
            return new EmbeddedCluster(broker, registry);
        } catch (RuntimeException e) {
            broker.close();
            throw e;
        }
    }
}
