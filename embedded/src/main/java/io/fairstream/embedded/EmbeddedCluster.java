package io.fairstream.embedded;

import io.fairstream.embedded.BrokerDirectory.Service;
import io.fairstream.http.ServerTls.PemFiles;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Broker and schema registry in this JVM, for tests of Kafka clients and for a standalone Fairstream. */
public final class EmbeddedCluster implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration POLL = Duration.ofMillis(20);

    private final EmbeddedBroker broker;
    private final EmbeddedRegistry registry;

    private EmbeddedCluster(EmbeddedBroker broker, EmbeddedRegistry registry) {
        this.broker = broker;
        this.registry = registry;
    }

    /** Starts a cluster as {@link #start(Path, int, Consumer)} does, without progress messages. */
    public static EmbeddedCluster start(Path dataDirectory, int port) {
        return start(dataDirectory, port, line -> {});
    }

    /** Starts a durable cluster; see {@link EmbeddedBroker#start(Path, int, Consumer)}. The addresses of broker and registry are kept. */
    public static EmbeddedCluster start(Path dataDirectory, int port, Consumer<String> progress) {
        return start(dataDirectory, port, Optional.empty(), progress);
    }

    /** Starts a cluster as {@link #start(Path, int, Consumer)} does, with a registry on HTTPS if there is a certificate. */
    public static EmbeddedCluster start(
            Path dataDirectory, int port, Optional<PemFiles> certificate, Consumer<String> progress) {
        return with(EmbeddedBroker.start(dataDirectory, port, progress), certificate);
    }

    /**
     * Starts a durable cluster for readers only. Its address differs from the stored one, so that no waiting client finds it and writes.
     */
    public static EmbeddedCluster startElsewhere(Path dataDirectory) {
        return with(EmbeddedBroker.startElsewhere(dataDirectory), Optional.empty());
    }

    /** Starts a cluster whose data are deleted at {@link #close()}. */
    public static EmbeddedCluster startTemporary() {
        return with(EmbeddedBroker.startTemporary(), Optional.empty());
    }

    /** Starts a cluster as {@link #startTemporary()} does, and creates these topics with one partition each. */
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

    /** Starts a cluster as {@link #startTemporary()} does, on this port; 0 means any free port. */
    public static EmbeddedCluster startTemporary(int port) {
        return startTemporary(port, Optional.empty());
    }

    /** Starts a cluster as {@link #startTemporary(int)} does, with a registry on HTTPS if there is a certificate. */
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

    /** Client properties for this cluster, for a producer, consumer or admin client; a new mutable map. */
    public Map<String, Object> clientProperties() {
        Map<String, Object> properties = new HashMap<>();
        properties.put("bootstrap.servers", bootstrapServers());
        properties.put("schema.registry.url", schemaRegistryUrl());
        return properties;
    }

    /**
     * Creates topics; writing to a missing topic does not create it. On return clients can use them.
     *
     * @throws TopicExistsException if one of the topics exists
     */
    public void createTopics(int partitions, String... names) {
        List<NewTopic> topics = Stream.of(names)
                .map(name -> new NewTopic(name, partitions, BrokerSettings.REPLICAS))
                .toList();
        try (Admin admin = Admin.create(clientProperties())) {
            admin.createTopics(topics).all().get();
            awaitServed(admin, topics);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException refusal ? refusal : new KafkaException(e.getCause());
        }
    }

    /** Asks for the end of each partition until the broker answers: it acknowledges a topic before it serves it. */
    private static void awaitServed(Admin admin, List<NewTopic> topics)
            throws InterruptedException, ExecutionException {
        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        for (NewTopic topic : topics) {
            for (int partition = 0; partition < topic.numPartitions(); partition++) {
                ends.put(new TopicPartition(topic.name(), partition), OffsetSpec.latest());
            }
        }
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                admin.listOffsets(ends).all().get();
                return;
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException) || System.nanoTime() > deadline) {
                    throw e;
                }
                Thread.sleep(POLL.toMillis());
            }
        }
    }

    /** Absolute path of the data directory. */
    public Path directory() {
        return broker.directory();
    }

    /** Settings that a configuration needs for this cluster; local state is kept in the cluster's directory. */
    public Map<String, String> settings() {
        return Map.of(
                "bootstrap.servers", bootstrapServers(),
                "schema.registry.url", schemaRegistryUrl(),
                "state.dir", broker.state().toString());
    }

    /** Free port for the console: the port of the last start if it is still free. */
    public int consolePort() {
        return freePort(Service.CONSOLE);
    }

    /** Free port for metrics and health: the port of the last start if it is still free. */
    public int operationPort() {
        return freePort(Service.OPERATION);
    }

    /** Returns a port outside the range for outgoing connections, so that it is likely to be free at the next start, too. */
    private int freePort(Service service) {
        int kept = broker.port(service);
        return kept == EmbeddedBroker.ANY_PORT ? LoopbackPort.anyFree() : kept;
    }

    /** Stores the current ports of console and operation endpoint for the next start. */
    public void rememberPorts(String consoleUrl, String operationUrl) {
        broker.rememberPort(Service.CONSOLE, URI.create(consoleUrl).getPort());
        broker.rememberPort(Service.OPERATION, URI.create(operationUrl).getPort());
    }

    /** Publishes the registry's address for other processes that know the bootstrap address. */
    public void announceRegistry() {
        EmbeddedRegistry.announce(bootstrapServers(), schemaRegistryUrl());
    }

    @Override
    public void close() {
        EmbeddedBroker.undisturbed(() -> {
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
