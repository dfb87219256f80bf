package io.fairstream.cli.boinc;

import io.fairstream.app.config.Settings;
import io.fairstream.boinc.Given;
import io.fairstream.boinc.ProjectList;
import io.fairstream.query.records.Offsets;
import io.fairstream.query.records.PartitionOffsets;
import io.fairstream.query.records.Undisturbed;
import io.fairstream.query.records.ValueFormat;
import io.fairstream.rules.assign.Chooser;
import io.fairstream.schemas.Assignment;
import io.fairstream.schemas.Choice;
import io.fairstream.schemas.Passed;
import io.fairstream.schemas.Project;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.registry.SchemaRegistries;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;

/** Current rows of the tables projects and assignments. One thread calls {@link #follow}; any thread may read. */
final class Followed implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(200);

    private final KafkaConsumer<String, byte[]> consumer;
    private final Deserializer<Project> projectValues;
    private final Deserializer<Assignment> assignmentValues;
    private final String projectTopic;
    private final String assignmentTopic;
    private final PartitionOffsets ends;
    private final Map<String, Project> projects = new HashMap<>();
    private final GivenRows assignments = new GivenRows();
    private volatile ProjectList projectList = ProjectList.EMPTY;

    /**
     * Follows the tables of this cluster.
     *
     * @throws io.fairstream.query.records.Failure if a topic is missing
     */
    Followed(Settings settings) {
        ValueFormat format = new ValueFormat(settings);
        projectValues = format.reads(Topics.PROJECTS);
        assignmentValues = format.reads(Topics.ASSIGNMENTS);
        projectTopic = Topics.PROJECTS.in(settings.topicPrefix());
        assignmentTopic = Topics.ASSIGNMENTS.in(settings.topicPrefix());
        try (Offsets offsets = new Offsets(settings)) {
            ends = offsets.stableEnds(offsets.partitions(List.of(projectTopic, assignmentTopic)));
        }
        consumer = new KafkaConsumer<>(settings.consumer(), new StringDeserializer(), new ByteArrayDeserializer());
        consumer.assign(ends.partitions());
        consumer.seekToBeginning(ends.partitions());
    }

    /** Reads everything that the topics contained at the start. */
    void catchUp() {
        while (ends.partitions().stream().anyMatch(this::isBehind)) {
            follow();
        }
    }

    private boolean isBehind(TopicPartition partition) {
        return consumer.position(partition) < ends.of(partition);
    }

    /** Reads new records, or waits for them a short time. */
    void follow() {
        boolean isProject = false;
        ConsumerRecords<String, byte[]> records = consumer.poll(POLL);
        SchemaRegistries.recordsWereRead();
        for (ConsumerRecord<String, byte[]> record : records) {
            if (record.topic().equals(projectTopic)) {
                put(record, projectValues, projects);
                isProject = true;
            } else {
                putAssignment(record);
            }
        }
        if (isProject) {
            projectList = ProjectList.of(projects.values());
        }
    }

    private void putAssignment(ConsumerRecord<String, byte[]> record) {
        Map<String, Assignment> read = new HashMap<>();
        put(record, assignmentValues, read);
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

    ProjectList projects() {
        return projectList;
    }

    /** See {@link GivenRows#given}. */
    CompletableFuture<Optional<Given>> given(String host, Instant since, Duration patience) {
        return assignments.given(host, since, patience);
    }

    @Override
    public void close() {
        Undisturbed.run(consumer::close);
    }
}
