package io.fairstream.boinc;

import io.fairstream.rules.assign.Chooser;
import io.fairstream.schemas.Assignment;
import io.fairstream.schemas.Choice;
import io.fairstream.schemas.HostReport;
import io.fairstream.schemas.Passed;
import io.fairstream.schemas.Project;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.registry.SchemaRegistries;
import io.fairstream.schemas.registry.SchemaRegistry.RegistryException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Backend on Kafka: sends host reports to their topic, and holds the current rows of the tables projects and assignments in memory. One
 * thread calls {@link #follow}; any thread may use the rest.
 */
public final class KafkaBackend implements GatewayBackend, AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration RETRY = Duration.ofSeconds(1);
    private static final Duration LAST_REPORTS = Duration.ofSeconds(5);

    private final Access access;
    private final Duration patience;
    private final KafkaProducer<String, HostReport> producer;
    private final KafkaConsumer<String, byte[]> consumer;
    private final String reportTopic;
    private final String projectTopic;
    private final Map<String, Project> projects = new HashMap<>();
    private final GivenRows assignments = new GivenRows();
    private final Consumer<String> notes;
    private volatile ProjectList projectList = ProjectList.EMPTY;
    private @Nullable TopicPartition unread;

    /**
     * Access to the three topics, which exist.
     *
     * @param producer properties of a producer
     * @param consumer properties of a consumer of committed records
     * @param prefix of the topics' names
     */
    public record Access(
            Map<String, Object> producer,
            Map<String, Object> consumer,
            String prefix,
            Serializer<HostReport> reports,
            Deserializer<Project> projects,
            Deserializer<Assignment> assignments) {}

    /**
     * Opens the topics.
     *
     * @param patience maximum time that a reply waits for the assignment computed from its report
     * @param notes receives a line when rows cannot be read because the registry is away, and one when they are read again
     */
    public KafkaBackend(Access access, Duration patience, Consumer<String> notes) {
        this.access = access;
        this.notes = notes;
        this.patience = patience;
        reportTopic = Topics.HOST_REPORTS.in(access.prefix());
        projectTopic = Topics.PROJECTS.in(access.prefix());
        producer = new KafkaProducer<>(impatient(access.producer()), new StringSerializer(), access.reports());
        consumer = new KafkaConsumer<>(access.consumer(), new StringDeserializer(), new ByteArrayDeserializer());
        List<TopicPartition> partitions = Stream.of(projectTopic, Topics.ASSIGNMENTS.in(access.prefix()))
                .flatMap(topic -> consumer.partitionsFor(topic).stream())
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    /** Producer properties with short timeouts and little batching, because a client waits for the reply. */
    private static Map<String, Object> impatient(Map<String, Object> producer) {
        Map<String, Object> properties = new HashMap<>(producer);
        properties.put(ProducerConfig.LINGER_MS_CONFIG, "5");
        properties.putIfAbsent(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, "8000");
        properties.putIfAbsent(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, "15000");
        properties.putIfAbsent(ProducerConfig.MAX_BLOCK_MS_CONFIG, "8000");
        return properties;
    }

    /** Reads everything that the tables contain at this time. */
    public void catchUp() {
        Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            follow();
        }
    }

    /** Reads new rows, or waits for them a short time. While the registry is away, rows with an unknown schema are tried again. */
    public void follow() {
        ConsumerRecords<String, byte[]> records = consumer.poll(POLL);
        SchemaRegistries.recordsWereRead();
        Deque<TopicPartition> pending = new ArrayDeque<>(records.partitions());
        try {
            while (!pending.isEmpty()) {
                TopicPartition partition = pending.remove();
                take(partition, records.records(partition));
            }
        } catch (RegistryException e) {
            pending.forEach(partition ->
                    consumer.seek(partition, records.records(partition).get(0).offset()));
            pause();
        }
    }

    /** Takes the records of a partition; of one that cannot be read now, and of those behind it, reading begins again. */
    private void take(TopicPartition partition, List<ConsumerRecord<String, byte[]>> records) {
        boolean isProject = false;
        for (ConsumerRecord<String, byte[]> record : records) {
            try {
                if (record.topic().equals(projectTopic)) {
                    put(record, access.projects(), projects);
                    isProject = true;
                } else {
                    putAssignment(record);
                }
            } catch (RegistryException e) {
                consumer.seek(partition, record.offset());
                if (unread == null) {
                    unread = partition;
                    notes.accept("warning: new rows of " + partition.topic() + " are not read: " + e.getMessage()
                            + "; tried again");
                }
                throw e;
            }
        }
        if (partition.equals(unread)) {
            unread = null;
            notes.accept(partition.topic() + " is read again");
        }
        if (isProject) {
            projectList = ProjectList.of(projects.values());
        }
    }

    private static void pause() {
        try {
            Thread.sleep(RETRY.toMillis());
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    private void putAssignment(ConsumerRecord<String, byte[]> record) {
        Map<String, Assignment> read = new HashMap<>();
        put(record, access.assignments(), read);
        Assignment assignment = read.get(record.key());
        if (assignment == null) {
            assignments.remove(record.key());
        } else {
            List<String> choices = assignment.getChoices().stream()
                    .map(Choice::getProject)
                    .map(String::intern)
                    .toList();
            Set<String> optedOut = assignment.getPassed().stream()
                    .filter(passed -> passed.getReason().equals(Chooser.OPTED_OUT))
                    .map(Passed::getProject)
                    .map(String::intern)
                    .collect(Collectors.toUnmodifiableSet());
            assignments.put(record.key(), assignment.getAt(), new Given(choices, optedOut));
        }
    }

    /** Stores or removes a row. A value that cannot be read is skipped, as in the topology. */
    private static <V> void put(ConsumerRecord<String, byte[]> record, Deserializer<V> values, Map<String, V> rows) {
        byte @Nullable [] bytes = record.value();
        try {
            if (bytes != null) {
                rows.put(record.key(), values.deserialize(record.topic(), bytes));
                return;
            }
            rows.remove(record.key());
        } catch (SerializationException e) {
            // the previous value stays valid
        }
    }

    @Override
    public CompletableFuture<Void> deliver(HostReport report) {
        CompletableFuture<Void> delivered = new CompletableFuture<>();
        try {
            Future<RecordMetadata> unused =
                    producer.send(new ProducerRecord<>(reportTopic, report.getHost(), report), (metadata, failure) -> {
                        if (failure == null) {
                            delivered.complete(null);
                        } else {
                            delivered.completeExceptionally(new UndeliveredException(failure));
                        }
                    });
        } catch (KafkaException e) {
            delivered.completeExceptionally(new UndeliveredException(e));
        }
        return delivered;
    }

    @Override
    public ProjectList projects() {
        return projectList;
    }

    @Override
    public CompletableFuture<Optional<Given>> given(String host, Instant since) {
        return assignments.given(host, since, patience);
    }

    /** Closes without the thread's interrupt, so that the last reports are sent, and restores the interrupt afterwards. */
    @Override
    public void close() {
        boolean isInterrupted = Thread.interrupted();
        try (consumer) {
            producer.close(LAST_REPORTS);
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
