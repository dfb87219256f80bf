package io.fairstream.streams;

import io.fairstream.rules.EventTimes;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.job.JobRetention;
import io.fairstream.rules.priority.CustomerRetention;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.PlainJson;
import io.fairstream.schemas.SessionDelta;
import io.fairstream.schemas.SessionKind;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.Usage;
import io.fairstream.schemas.registry.SchemaRegistries;
import io.fairstream.streams.avro.SerdeFactory;
import io.fairstream.streams.runtime.Stage.StageSpec;
import io.fairstream.streams.runtime.TopologyConfig;
import io.fairstream.streams.runtime.WriteBackStore;
import io.fairstream.streams.runtime.WriteBackStores.HeapLimits;
import io.fairstream.streams.runtime.WriteBackStores.LocalStores;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/** The session ledger alone in a {@link TopologyTestDriver}. */
final class SessionPipeline implements AutoCloseable {
    static final Duration HISTORY = Duration.ofDays(30);
    static final Instant START = Instant.parse("2023-11-14T22:13:20Z");
    static final String LEDGER = "session-ledger";
    private static final List<Topic<?>> OUTPUTS =
            List.of(Topics.CHARGES, Topics.NODES, Topics.REJECTIONS, Topics.INPUT_COUNTS);

    private final SerdeFactory serdes = new SerdeFactory(Pipeline.SERDE_CONFIG);
    private final TopologyTestDriver driver;

    SessionPipeline(int partitions, Duration silence, Path stateDirectory) {
        driver = new TopologyTestDriver(topology(partitions, silence), properties(stateDirectory), START);
    }

    private static Properties properties(Path stateDirectory) {
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, Pipeline.APPLICATION);
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        properties.put(StreamsConfig.STATE_DIR_CONFIG, stateDirectory.toString());
        return properties;
    }

    private Topology topology(int partitions, Duration silence) {
        TopologyConfig config = new TopologyConfig(
                Topic.DEFAULT_PREFIX,
                new HalfLife(3600),
                Pipeline.FACTORS,
                new CustomerRetention(Duration.ZERO),
                new EventTimes(HISTORY, Duration.ofHours(1)),
                Duration.ZERO,
                true,
                false,
                Pipeline.FAIR_SHARE,
                Duration.ZERO,
                Pipeline.VOLUNTEERS,
                new JobRetention(HISTORY, 0),
                silence,
                new TopologyConfig.Partitions(1, 1, partitions, 1, 1),
                new HeapLimits(2, 1000));
        TopologyAssembler topology = new TopologyAssembler(config, serdes, LocalStores.ROCKS_DB);
        for (StageSpec<?> stage : AccountingTopology.stages(config)) {
            if (stage.name().equals(LEDGER)) {
                topology.read(stage);
                topology.add(stage);
            }
        }
        return topology.topology();
    }

    private static String name(Topic<?> topic) {
        return topic.in(Topic.DEFAULT_PREFIX);
    }

    static Instant at(long seconds) {
        return START.plusSeconds(seconds);
    }

    /** A part of a snapshot of 30 s on two processors; SYSTEM and IDLE have no user. */
    static SessionDelta delta(String node, long sequence, int parts, String user, long jobId, long cpuSeconds) {
        SessionKind kind =
                user.equals("SYSTEM") || user.equals("IDLE") ? SessionKind.valueOf(user) : SessionKind.PROCESSES;
        boolean isUser = kind == SessionKind.PROCESSES;
        return SessionDelta.newBuilder()
                .setCluster("tux")
                .setNode(node)
                .setIncarnation("boot1")
                .setSequence(sequence)
                .setParts(parts)
                .setSession(isUser ? 100 + jobId : kind == SessionKind.SYSTEM ? 0 : -1)
                .setKind(kind)
                .setJobId(jobId)
                .setUserId(isUser ? (Long) 1001L : null)
                .setUser(isUser ? user : "")
                .setFrom(at(30 * sequence))
                .setTo(at(30 * sequence + 30))
                .setUserCpuMicros(cpuSeconds * 1_000_000)
                .setRealMemoryKiBSeconds(isUser ? 3000 : 0)
                .setVirtualMemoryKiBSeconds(isUser ? 6000 : 0)
                .setRealMemoryHighwaterKiB(isUser ? 100 + sequence : 0)
                .setVirtualMemoryHighwaterKiB(isUser ? 200 : 0)
                .setNodeProcessors(2)
                .build();
    }

    SessionPipeline send(SessionDelta... deltas) {
        for (SessionDelta delta : deltas) {
            send(delta.getCluster() + "/" + delta.getNode(), delta, delta.getTo());
        }
        return this;
    }

    SessionPipeline send(@Nullable String key, @Nullable SessionDelta delta, Instant sent) {
        driver.createInputTopic(
                        name(Topics.SESSION_DELTAS),
                        new StringSerializer(),
                        Topics.SESSION_DELTAS
                                .serde(SchemaRegistries.from(Pipeline.SERDE_CONFIG))
                                .serializer())
                .pipeInput(new TestRecord<>(key, delta, sent));
        return this;
    }

    /** Everything written since last asked, as {@code topic key json}. */
    List<String> everything() {
        List<String> lines = new ArrayList<>();
        for (Topic<?> topic : OUTPUTS) {
            Journals.entries(topic, records(topic))
                    .forEach(record -> lines.add(topic.name() + " " + record.key() + " "
                            + PlainJson.write((SpecificRecord) record.value())));
        }
        return lines;
    }

    /** Charges since last asked, as {@code account seconds}. */
    List<String> charges() {
        return Journals.charges(records(Topics.CHARGES)).stream()
                .filter(record -> record.value().getEntry() instanceof Usage)
                .map(record -> record.key() + " " + seconds(record.value()))
                .toList();
    }

    private static long seconds(Charge charge) {
        return ((Usage) charge.getEntry()).getCpuTimeUsedMicros() / 1_000_000;
    }

    <V> List<TestRecord<String, V>> records(Topic<V> topic) {
        return driver.createOutputTopic(
                        name(topic),
                        new StringDeserializer(),
                        topic.serde(SchemaRegistries.from(Pipeline.SERDE_CONFIG))
                                .deserializer())
                .readRecordsToList();
    }

    /** The value written last since last asked. */
    <V> V last(Topic<V> topic) {
        List<TestRecord<String, V>> records = records(topic);
        return records.get(records.size() - 1).value();
    }

    /** The keys of the nodes that are kept. */
    List<String> nodes() {
        List<String> names = new ArrayList<>();
        WriteBackStore<?, ?> ledgers = (WriteBackStore<?, ?>) (Object) driver.getStateStore(LEDGER);
        ledgers.visit(null, 100, slot -> names.add(slot.key()));
        return names;
    }

    TopologyTestDriver driver() {
        return driver;
    }

    @Override
    public void close() {
        driver.close();
    }
}
