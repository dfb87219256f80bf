package io.fairstream.benchmarks;

import io.fairstream.admin.TopicAdmin;
import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.avro.FastAvroWriter;
import io.fairstream.streams.avro.SerdeFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.StringSerializer;

/** The broker under test and what is done to it from outside. */
final class Cluster implements AutoCloseable {
    private final Child broker;
    private final Path directory;
    private final Map<String, String> common = new HashMap<>();
    private final Admin admin;

    private Cluster(Child broker, Path directory, Map<String, String> common) {
        this.broker = broker;
        this.directory = directory;
        this.common.putAll(common);
        this.admin = Admin.create(settings("", "benchmark").admin());
    }

    /** Starts a broker in a process of its own; {@code overrides} are settings of all applications. */
    static Cluster start(Path directory, Map<String, String> overrides) throws IOException {
        Child broker = Child.start(
                directory,
                "broker",
                List.of("-Xmx1g"),
                BrokerMain.class,
                directory.resolve("broker").toString());
        String[] ready = broker.hear("ready");
        Map<String, String> common = new HashMap<>(overrides);
        common.put("bootstrap.servers", ready[1]);
        common.put("schema.registry.url", ready[2]);
        common.put("replication.factor", "1");
        return new Cluster(broker, directory, common);
    }

    Child broker() {
        return broker;
    }

    Admin admin() {
        return admin;
    }

    /** Entries for an application of that name on the topics with that prefix. */
    Map<String, String> entries(String prefix, String application) {
        Map<String, String> entries = new HashMap<>(common);
        entries.put("topic.prefix", prefix);
        entries.put("application.id", application);
        entries.put("state.dir", directory.resolve("state-" + application).toString());
        return entries;
    }

    Settings settings(String prefix, String application) {
        return Settings.parseForCluster(entries(prefix, application));
    }

    /** Creates the topics with that prefix that are missing. */
    void createTopics(String prefix) throws InterruptedException, ExecutionException {
        Settings settings = settings(prefix, "benchmark");
        try (TopicAdmin topics = new TopicAdmin(settings)) {
            topics.createMissing();
        }
        Set<String> there = names();
        List<NewTopic> missing = Stream.of(CopyApp.HOPS, CopyApp.COPIES)
                .filter(name -> !there.contains(prefix + name))
                .map(name -> new NewTopic(prefix + name, settings.get(Keys.PARTITIONS), (short) 1))
                .toList();
        admin.createTopics(missing).all().get();
        awaitTopics(settings);
    }

    /** A topic that was created is not ready at once. */
    private void awaitTopics(Settings settings) throws InterruptedException, ExecutionException {
        Map<TopicPartition, OffsetSpec> partitions = new HashMap<>();
        Stream<String> catalogue = Topics.all().stream().map(Topic::name);
        Stream.concat(catalogue, Stream.of(CopyApp.HOPS, CopyApp.COPIES)).forEach(name -> {
            for (int partition = 0; partition < settings.get(Keys.PARTITIONS); partition++) {
                partitions.put(new TopicPartition(settings.topicPrefix() + name, partition), OffsetSpec.latest());
            }
        });
        while (true) {
            try {
                admin.listOffsets(partitions).all().get();
                return;
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof RetriableException)) {
                    throw e;
                }
                Thread.sleep(50);
            }
        }
    }

    /** Deletes what an application wrote, its state topics included, but not the input it read. */
    void deleteOutputs(String prefix, String application, Topic<?> input)
            throws InterruptedException, ExecutionException {
        String kept = input.in(prefix);
        Set<String> outputs = names().stream()
                .filter(name -> name.startsWith(prefix) || name.startsWith(application + "-"))
                .filter(name -> !name.equals(kept))
                .collect(Collectors.toSet());
        admin.deleteTopics(outputs).all().get();
        while (names().stream().anyMatch(outputs::contains)) {
            Thread.sleep(50);
        }
    }

    private Set<String> names() throws InterruptedException, ExecutionException {
        return admin.listTopics().names().get();
    }

    /** A producer with the same batching as the applications. */
    <T> Producer<String, T> producer(FastAvroWriter<T> format, Map<String, Object> overrides) {
        Settings settings = settings("", "benchmark");
        Map<String, Object> properties = new HashMap<>(settings.producer());
        properties.putAll(overrides);
        return new KafkaProducer<>(
                properties, new StringSerializer(), new SerdeFactory(settings.registry()).writes(format));
    }

    /** Creates the topics and writes that many events to one of them. */
    <T> void fill(String prefix, Topic<?> input, Workload<T> workload, long events)
            throws InterruptedException, ExecutionException {
        createTopics(prefix);
        String topic = input.in(prefix);
        try (var producer = producer(workload.format(), Map.of())) {
            Future<?> last = CompletableFuture.completedFuture(null);
            for (long i = 0; i < events; i++) {
                T event = workload.next();
                last = producer.send(new ProducerRecord<>(topic, workload.key(event), event));
            }
            last.get();
        }
    }

    /** Writes a record and waits for it. */
    <T> void send(String prefix, Topic<?> topic, FastAvroWriter<T> format, String key, T value)
            throws InterruptedException, ExecutionException {
        try (var producer = producer(format, Map.of())) {
            producer.send(new ProducerRecord<>(topic.in(prefix), key, value)).get();
        }
    }

    @Override
    public void close() {
        admin.close();
        broker.close();
    }
}
