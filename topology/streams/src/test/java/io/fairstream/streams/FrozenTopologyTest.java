package io.fairstream.streams;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.priority.CustomerRetention;
import io.fairstream.rules.priority.FactorRules;
import io.fairstream.rules.priority.Groups;
import io.fairstream.schemas.PlainJson;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topic.SteeringTopics;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.runtime.TopologyConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

/**
 * Records of every output topic for fixed events of every input: each with its timestamp, key and value, in order. A change of how the
 * topology is built must leave all of it as it is. The events are four days of a pool, a cluster and three volunteers' hosts, some late,
 * some twice, some to be refused: a line each, with topic, key, time of sending and value.
 */
class FrozenTopologyTest {
    private static final int COLUMNS = 4;
    /** Topics that schedulers and administrators write. */
    private static final List<Topic<?>> INPUTS = List.of(
            Topics.MATCHES,
            Topics.JOB_EVENTS,
            Topics.SESSION_DELTAS,
            Topics.HOST_REPORTS,
            Topics.ACCOUNT_EDITS,
            Topics.SHARES,
            Topics.ALLOCATIONS,
            Topics.PROJECTS,
            Topics.PREFERENCES);

    /** Topics that Kafka Streams and the start of an instance write. */
    private static final List<Topic<?>> OTHERS = List.of(Topics.DEAD_LETTERS, Topics.SETTINGS);

    @Test
    void everyRecordOfEveryTopicIsTheSame() {
        try (Pipeline pipeline = fed(1000)) {
            for (Topic<?> topic : outputs()) {
                Golden.assertSame("frozen/" + topic.name() + ".txt", written(pipeline, topic));
            }
        }
    }

    @Test
    void withLittleHeapWhatHoldsInTheEndIsTheSame() {
        try (Pipeline large = fed(1000);
                Pipeline little = fed(3)) {
            for (Topic<?> topic : outputs()) {
                Lines.assertSame(settled(large, topic), settled(little, topic), topic.name());
            }
        }
    }

    private static List<Topic<?>> outputs() {
        return Topics.all().stream()
                .<Topic<?>>map(topic -> topic)
                .filter(topic ->
                        !INPUTS.contains(topic) && !OTHERS.contains(topic) && !SteeringTopics.ALL.contains(topic))
                .toList();
    }

    static Pipeline fed(int heap) {
        Pipeline pipeline = new Pipeline(config(heap));
        pipeline.driver().advanceWallClockTime(Duration.ofSeconds(1));
        lines().forEach(line -> send(pipeline, line));
        return pipeline;
    }

    private static List<String> settled(Pipeline pipeline, Topic<?> topic) {
        return Lines.settled(pipeline.written(topic).stream()
                .map(line -> topic.name() + " " + line)
                .toList());
    }

    @Test
    void theEventsReachEveryInput() {
        for (Topic<?> topic : INPUTS) {
            assertTrue(lines().stream().anyMatch(line -> line.startsWith(topic.name() + "\t")), topic.name());
        }
    }

    static TopologyConfig config(int heap) {
        FactorRules factors = new FactorRules(
                1, 1e10, 1e7, null, Groups.of(List.of("physics", "physics.theory")), Map.of("physics.theory", 2.0));
        return Pipeline.config(factors, new CustomerRetention(Duration.ZERO), heap);
    }

    static void send(Pipeline pipeline, String line) {
        String[] columns = line.split("\t", COLUMNS);
        pipeline.sentAt(Instant.parse(columns[2]));
        send(pipeline, Topics.named(columns[0]).orElseThrow(), columns[1], columns[3]);
    }

    @SuppressWarnings("unchecked") // the topics of events hold generated records
    private static <V extends SpecificRecord> void send(Pipeline pipeline, Topic<?> topic, String key, String value) {
        Topic<V> typed = (Topic<V>) topic;
        pipeline.send(typed, key.isEmpty() ? null : key, value.isEmpty() ? null : PlainJson.read(typed.value(), value));
    }

    private static String written(Pipeline pipeline, Topic<?> topic) {
        StringBuilder text = new StringBuilder();
        for (TestRecord<String, ?> record : Journals.entries(topic, pipeline.records(topic))) {
            text.append(Instant.ofEpochMilli(Objects.requireNonNull(record.timestamp())))
                    .append(' ')
                    .append(record.key())
                    .append(' ')
                    .append(record.value() == null ? "-" : PlainJson.write((SpecificRecord) record.value()))
                    .append('\n');
        }
        return text.toString();
    }

    static List<String> lines() {
        try (InputStream in = FrozenTopologyTest.class.getResourceAsStream("frozen/events.tsv")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
