package io.fairstream.nemesis;

import io.fairstream.admin.TopicAdmin;
import io.fairstream.app.FairstreamApp;
import io.fairstream.app.config.Settings;
import io.fairstream.embedded.EmbeddedBroker;
import io.fairstream.embedded.EmbeddedRegistry;
import io.fairstream.query.records.CaughtUp;
import io.fairstream.schemas.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The run that nobody disturbs: one broker, one instance, and the same records in the same order in the same partitions. */
final class Undisturbed {
    private static final Duration LONGEST_START = Duration.ofMinutes(10);
    private static final String SCHEMAS = "_schemas";

    private Undisturbed() {}

    /** Lets a new topology account for the inputs and reads what it wrote. */
    static Published run(
            Path directory, Map<String, String> entries, Inputs inputs, List<ConsumerRecord<byte[], byte[]>> schemas)
            throws InterruptedException, ExecutionException {
        try (EmbeddedBroker broker = EmbeddedBroker.startTemporary()) {
            String address = broker.bootstrapServers();
            createSchemas(address);
            entries.put("bootstrap.servers", address);
            entries.put("replication.factor", "1");
            entries.put("state.dir", directory.resolve("undisturbed").toString());
            entries.put("kafka.num.standby.replicas", "0");
            copy(Settings.parseForCluster(entries), List.of(schemas));
            try (EmbeddedRegistry registry = EmbeddedRegistry.start(address, 0)) {
                entries.put("schema.registry.url", registry.url());
                Settings settings = Settings.parseForCluster(entries);
                try (TopicAdmin topics = new TopicAdmin(settings)) {
                    topics.createMissing();
                }
                account(settings, inputs);
                return Published.of(settings, Inputs.of(settings));
            }
        }
    }

    private static void createSchemas(String address) throws InterruptedException, ExecutionException {
        NewTopic topic = new NewTopic(SCHEMAS, 1, (short) 1).configs(Map.of("cleanup.policy", "compact"));
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", address))) {
            admin.createTopics(List.of(topic)).all().get();
        }
    }

    private static void copy(Settings settings, Iterable<List<ConsumerRecord<byte[], byte[]>>> partitions)
            throws InterruptedException, ExecutionException {
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings.producer(), new ByteArraySerializer(), new ByteArraySerializer())) {
            for (List<ConsumerRecord<byte[], byte[]>> partition : partitions) {
                Future<RecordMetadata> last = null;
                for (ConsumerRecord<byte[], byte[]> record : partition) {
                    last = producer.send(new ProducerRecord<>(
                            record.topic(),
                            record.partition(),
                            record.timestamp(),
                            record.key(),
                            record.value(),
                            record.headers()));
                }
                if (last != null) {
                    last.get();
                }
            }
        }
    }

    /** Decisions that were there before all events are there before all events again: hosts are given projects by what is known then. */
    private static void account(Settings settings, Inputs inputs) throws InterruptedException, ExecutionException {
        Set<String> decisions = Stream.of(Topics.SHARES, Topics.ALLOCATIONS, Topics.PROJECTS, Topics.PREFERENCES)
                .map(topic -> topic.in(settings.topicPrefix()))
                .collect(Collectors.toSet());
        try (FairstreamApp app = new FairstreamApp(settings)) {
            app.start();
            if (!app.awaitRunning(LONGEST_START)) {
                throw new IllegalStateException(
                        "the undisturbed topology does not run", app.failure().orElse(null));
            }
            copy(settings, inputs.partitions(decisions::contains));
            awaitRest(settings);
            copy(settings, inputs.partitions(topic -> !decisions.contains(topic)));
            awaitRest(settings);
        }
    }

    private static void awaitRest(Settings settings) throws InterruptedException {
        try (CaughtUp caughtUp = new CaughtUp(settings, () -> {})) {
            caughtUp.await(CaughtUp.Listener.NONE);
        }
        Thread.sleep(Rest.RANKED.toMillis());
    }
}
