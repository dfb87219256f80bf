package io.fairstream.embedded;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Announcement of the registry address of a standalone cluster: the newest record of its own topic. */
public final class RegistryAnnouncement {
    private static final String NAME = "_fairstream.registry";
    private static final TopicPartition PARTITION = new TopicPartition(NAME, 0);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private RegistryAnnouncement() {}

    /** Publishes the address for all who know the bootstrap address. */
    public static void publish(String bootstrapServers, String url) {
        Map<String, Object> properties = Map.of("bootstrap.servers", bootstrapServers);
        var producer = new KafkaProducer<>(properties, new StringSerializer(), new StringSerializer());
        try (Admin admin = Admin.create(properties)) {
            create(admin);
            producer.send(new ProducerRecord<>(NAME, "url", url)).get();
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } catch (ExecutionException e) {
            throw new KafkaException(NAME + " cannot be written: " + e.getCause(), e);
        } finally {
            // Nothing is pending, and an interrupt during a wait would be logged as an error.
            producer.close(Duration.ZERO);
        }
    }

    private static void create(Admin admin) throws InterruptedException, ExecutionException {
        NewTopic topic = new NewTopic(NAME, 1, (short) -1).configs(Map.of("cleanup.policy", "compact"));
        try {
            admin.createTopics(List.of(topic)).all().get();
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw e;
            }
        }
    }

    /** Finds the URL that this cluster announces; empty if it is not a standalone cluster. */
    public static Optional<String> find(Map<String, Object> adminProperties, Map<String, Object> consumerProperties) {
        try (Admin admin = Admin.create(adminProperties)) {
            return exists(admin) ? newest(consumerProperties) : Optional.empty();
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } catch (ExecutionException e) {
            throw new KafkaException("the topics cannot be listed: " + e.getCause(), e);
        }
    }

    private static boolean exists(Admin admin) throws InterruptedException, ExecutionException {
        return admin.listTopics().names().get().contains(NAME);
    }

    private static Optional<String> newest(Map<String, Object> properties) {
        var consumer = new KafkaConsumer<>(properties, new StringDeserializer(), new StringDeserializer());
        try {
            consumer.assign(List.of(PARTITION));
            long end = consumer.endOffsets(List.of(PARTITION)).getOrDefault(PARTITION, 0L);
            if (end == 0) {
                return Optional.empty();
            }
            consumer.seek(PARTITION, end - 1);
            for (ConsumerRecord<String, String> record : consumer.poll(PATIENCE)) {
                return Optional.of(record.value());
            }
            return Optional.empty();
        } finally {
            // without a timeout of 0, closing would wait half a second for the answer to a request that is no longer
            // needed
            consumer.close(CloseOptions.timeout(Duration.ZERO));
        }
    }
}
