package io.fairstream.embedded;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairstream.schemas.registry.SchemaRegistry.SubjectVersion;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
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
import org.jspecify.annotations.Nullable;

/** Compacted topic in which the registry stores its versions, in the JSON format of Confluent's registry. */
final class SchemasTopic implements AutoCloseable {
    private static final String NAME = "_schemas";
    private static final TopicPartition PARTITION = new TopicPartition(NAME, 0);
    private static final ObjectMapper JSON = new ObjectMapper();
    /** Wait time of a fetch; closing a consumer waits for its last fetch, which finds nothing. */
    private static final int SHORTEST_WAIT_MS = 20;

    private static final Duration POLL = Duration.ofMillis(200);

    private final String bootstrapServers;
    private final KafkaProducer<String, String> producer;

    /** Creates the topic if there is none. */
    SchemasTopic(String bootstrapServers) {
        this.bootstrapServers = bootstrapServers;
        create();
        this.producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers, "client.id", "schema-registry", "acks", "all"),
                new StringSerializer(),
                new StringSerializer());
    }

    /** Reads all stored versions, oldest first. */
    void read(Consumer<SubjectVersion> reader) {
        Map<String, Object> config = Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "client.id",
                "schema-registry",
                "enable.auto.commit",
                false,
                "isolation.level",
                "read_committed",
                "fetch.max.wait.ms",
                SHORTEST_WAIT_MS);
        try (var consumer = new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer())) {
            consumer.assign(List.of(PARTITION));
            consumer.seekToBeginning(List.of(PARTITION));
            long end = consumer.endOffsets(List.of(PARTITION)).getOrDefault(PARTITION, 0L);
            while (consumer.position(PARTITION) < end) {
                for (ConsumerRecord<String, String> row : consumer.poll(POLL)) {
                    SubjectVersion version = version(row.key(), row.value());
                    if (version != null) {
                        reader.accept(version);
                    }
                }
            }
        }
    }

    /** Stores one version; it is durable when this returns. */
    void write(SubjectVersion version) {
        String key = JSON.createObjectNode()
                .put("keytype", "SCHEMA")
                .put("subject", version.subject())
                .put("version", version.version())
                .put("magic", 1)
                .toString();
        String value = JSON.createObjectNode()
                .put("subject", version.subject())
                .put("version", version.version())
                .put("id", version.id())
                .put("schema", version.schema())
                .put("deleted", false)
                .toString();
        try {
            producer.send(new ProducerRecord<>(NAME, key, value)).get();
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } catch (ExecutionException e) {
            throw new KafkaException(NAME + " cannot be written: " + e.getCause(), e);
        }
    }

    @Override
    public void close() {
        producer.close(Duration.ofSeconds(5));
    }

    private void create() {
        NewTopic topic = new NewTopic(NAME, 1, (short) -1).configs(Map.of("cleanup.policy", "compact"));
        try (Admin admin = Admin.create(Map.<String, Object>of("bootstrap.servers", bootstrapServers))) {
            admin.createTopics(List.of(topic)).all().get();
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw new KafkaException(NAME + " cannot be created: " + e.getCause(), e);
            }
        }
    }

    /** Parses a record; null for a record that holds no version of a subject: a configuration or a deleted version. */
    private static @Nullable SubjectVersion version(@Nullable String key, @Nullable String value) {
        if (key == null || value == null) {
            return null;
        }
        try {
            JsonNode row = JSON.readTree(value);
            boolean stored = JSON.readTree(key).path("keytype").asText().equals("SCHEMA")
                    && !row.path("deleted").asBoolean();
            return stored
                    ? new SubjectVersion(
                            row.path("subject").asText(),
                            row.path("version").asInt(),
                            row.path("id").asInt(),
                            row.path("schema").asText())
                    : null;
        } catch (JsonProcessingException e) {
            throw new KafkaException(NAME + " holds what is no JSON at key " + key, e);
        }
    }
}
