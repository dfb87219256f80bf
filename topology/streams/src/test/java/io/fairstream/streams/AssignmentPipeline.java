package io.fairstream.streams;

import io.fairstream.rules.EventTimes;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.job.JobRetention;
import io.fairstream.rules.priority.CustomerRetention;
import io.fairstream.schemas.Balance;
import io.fairstream.schemas.HostReport;
import io.fairstream.schemas.PlainJson;
import io.fairstream.schemas.Preferences;
import io.fairstream.schemas.Project;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.registry.SchemaRegistries;
import io.fairstream.streams.avro.SerdeFactory;
import io.fairstream.streams.runtime.TopologyConfig;
import io.fairstream.streams.runtime.WriteBackStores.HeapLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/** The choice of projects alone in a {@link TopologyTestDriver}; every report is the newest of its host. */
final class AssignmentPipeline implements AutoCloseable {
    static final Instant START = Instant.parse("2026-03-02T00:00:00Z");
    private static final List<Topic<?>> OUTPUTS = List.of(Topics.ASSIGNMENTS, Topics.INPUT_COUNTS, Topics.REJECTIONS);

    private final TopologyTestDriver driver;

    /**
     * @param hosts how many partitions the reports have
     */
    AssignmentPipeline(TopologyConfig.Volunteers volunteers, int hosts, Path stateDirectory) {
        driver = new TopologyTestDriver(
                AccountingTopology.build(config(volunteers, hosts), new SerdeFactory(Pipeline.SERDE_CONFIG)),
                properties(stateDirectory),
                START);
    }

    private static Properties properties(Path stateDirectory) {
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, Pipeline.APPLICATION);
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        properties.put(StreamsConfig.STATE_DIR_CONFIG, stateDirectory.toString());
        properties.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
        return properties;
    }

    private static TopologyConfig config(TopologyConfig.Volunteers volunteers, int hosts) {
        return new TopologyConfig(
                Topic.DEFAULT_PREFIX,
                new HalfLife(3600),
                Pipeline.FACTORS,
                new CustomerRetention(Duration.ZERO),
                new EventTimes(Pipeline.HISTORY, Duration.ofHours(1)),
                Duration.ZERO,
                true,
                false,
                Pipeline.FAIR_SHARE,
                Duration.ZERO,
                volunteers,
                new JobRetention(Pipeline.HISTORY, 0),
                Duration.ZERO,
                new TopologyConfig.Partitions(1, 1, 1, hosts, 1),
                new HeapLimits(2, 1000));
    }

    private static String name(Topic<?> topic) {
        return topic.in(Topic.DEFAULT_PREFIX);
    }

    /** A decision as the JSON of what it says besides the project's name. */
    AssignmentPipeline project(String name, String says) {
        return send(Topics.PROJECTS, name, PlainJson.read(Project.class, "{\"project\":\"" + name + "\"" + says + "}"));
    }

    /** A decision as the JSON of what it says besides the user's name. */
    AssignmentPipeline preferences(String user, String says) {
        return send(
                Topics.PREFERENCES, user, PlainJson.read(Preferences.class, "{\"user\":\"" + user + "\"" + says + "}"));
    }

    /** A row as the JSON of what it says besides names and unit. */
    AssignmentPipeline balance(String target, String says) {
        String[] name = (target + "/").split("/", 3);
        String json = String.format(
                "{\"target\":\"%s\",\"project\":\"%s\",\"app\":\"%s\",\"unit\":\"FLOPs\"%s}",
                target, name[0], name[1], says);
        return send(Topics.BALANCES, target, PlainJson.read(Balance.class, json));
    }

    /** A report of alice's as the JSON of what it says besides names and time. */
    AssignmentPipeline report(String host, int hours, String says) {
        String json = String.format(
                "{\"host\":\"%s\",\"user\":\"alice\",\"epoch\":\"e\",\"sequence\":%d,\"at\":\"%s\",\"platforms\":[\"linux\"],%s}",
                host, hours, START.plus(Duration.ofHours(hours)), says);
        return send(
                Topics.HOST_REPORTS, host, PlainJson.read(HostReport.class, json), START.plus(Duration.ofHours(hours)));
    }

    <V extends SpecificRecord> AssignmentPipeline send(Topic<V> topic, @Nullable String key, @Nullable V value) {
        return send(topic, key, value, START);
    }

    private <V extends SpecificRecord> AssignmentPipeline send(
            Topic<V> topic, @Nullable String key, @Nullable V value, Instant sent) {
        byte[] bytes = topic.serde(SchemaRegistries.from(Pipeline.SERDE_CONFIG))
                .serializer()
                .serialize(name(topic), value);
        driver.createInputTopic(name(topic), new StringSerializer(), new ByteArraySerializer())
                .pipeInput(new TestRecord<>(key, bytes, sent));
        return this;
    }

    /** Returns the assignments and decisions written since the last call, as {@code topic key json}. */
    List<String> everything() {
        List<String> lines = new ArrayList<>();
        for (Topic<?> topic : OUTPUTS) {
            records(topic)
                    .forEach(record -> lines.add(topic.name() + " " + record.key() + " "
                            + PlainJson.write((SpecificRecord) record.value())));
        }
        lines.removeIf(line -> line.startsWith("input-counts " + name(Topics.HOST_REPORTS)));
        return lines;
    }

    <V> List<TestRecord<String, V>> records(Topic<V> topic) {
        return driver.createOutputTopic(
                        name(topic),
                        new StringDeserializer(),
                        topic.serde(SchemaRegistries.from(Pipeline.SERDE_CONFIG))
                                .deserializer())
                .readRecordsToList();
    }

    TopologyTestDriver driver() {
        return driver;
    }

    @Override
    public void close() {
        driver.close();
    }
}
