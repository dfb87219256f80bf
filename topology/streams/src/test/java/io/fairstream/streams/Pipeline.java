package io.fairstream.streams;

import io.fairstream.rules.EventTimes;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.UsagePeriods;
import io.fairstream.rules.job.JobRetention;
import io.fairstream.rules.priority.CustomerRetention;
import io.fairstream.rules.priority.FactorRules;
import io.fairstream.rules.priority.Groups;
import io.fairstream.rules.share.AssociationState;
import io.fairstream.rules.share.Billing;
import io.fairstream.rules.share.Billing.Tariff;
import io.fairstream.rules.share.FairSharePolicy.FluxFairShare;
import io.fairstream.rules.share.FairShareTerms;
import io.fairstream.rules.share.FairShares;
import io.fairstream.rules.share.UsageTerms;
import io.fairstream.rules.usage.BalanceAccount.ChargeUnit;
import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.HostReport;
import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.PlainJson;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.Unmatched;
import io.fairstream.schemas.registry.SchemaRegistries;
import io.fairstream.streams.avro.SerdeFactory;
import io.fairstream.streams.errors.ErrorHandlers.FailedRecordHandler;
import io.fairstream.streams.errors.ErrorHandlers.SafeTimestampExtractor;
import io.fairstream.streams.errors.ErrorHandlers.UnreadableBytesHandler;
import io.fairstream.streams.runtime.TopologyConfig;
import io.fairstream.streams.runtime.WriteBackStores.HeapLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/** The whole topology in a {@link TopologyTestDriver}, with an hour of half-life. */
public final class Pipeline implements AutoCloseable {
    static final String APPLICATION = "fairstream";
    static final Duration HISTORY = Duration.ofDays(30);
    static final FactorRules FACTORS = new FactorRules(1, 1e10, 1e7, null, Groups.EMPTY, Map.of());
    static final Instant START = Instant.parse("2023-11-14T22:13:20Z");
    static final Map<String, String> SERDE_CONFIG = Map.of(SchemaRegistries.URL, "mock://pipeline");
    static final List<Topic<?>> OUTPUTS = List.of(
            Topics.CHARGES,
            Topics.OPEN_MATCHES,
            Topics.MATCH_RECORDS,
            Topics.JOBS,
            Topics.NODES,
            Topics.PRIORITIES,
            Topics.JOB_ACCOUNTING,
            Topics.USER_ACCOUNTING,
            Topics.ASSOCIATION_USAGE,
            Topics.FAIR_SHARE,
            Topics.HOSTS,
            Topics.DAILY,
            Topics.BALANCES,
            Topics.NOTICES,
            Topics.INPUT_COUNTS,
            Topics.REJECTIONS);

    private final TopologyTestDriver driver;
    private Instant sent = START;

    Pipeline() {
        this(config(Duration.ZERO));
    }

    Pipeline(TopologyConfig config) {
        this(config, SERDE_CONFIG, stateDirectory());
    }

    Pipeline(TopologyConfig config, Map<String, String> serdeConfig, Path stateDirectory) {
        this(AccountingTopology.build(config, new SerdeFactory(serdeConfig)), stateDirectory);
    }

    private Pipeline(Topology topology, Path stateDirectory) {
        driver = new TopologyTestDriver(topology, properties(stateDirectory), START);
    }

    private static Properties properties(Path stateDirectory) {
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, APPLICATION);
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        properties.put(StreamsConfig.STATE_DIR_CONFIG, stateDirectory.toString());
        properties.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
        properties.put(
                StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG, Topics.DEAD_LETTERS.in(Topic.DEFAULT_PREFIX));
        properties.put(StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG, UnreadableBytesHandler.class);
        properties.put(StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG, FailedRecordHandler.class);
        properties.put(StreamsConfig.DEFAULT_TIMESTAMP_EXTRACTOR_CLASS_CONFIG, SafeTimestampExtractor.class);
        return properties;
    }

    /** An empty one, removed when the driver is closed. */
    static Path stateDirectory() {
        try {
            Path directory = Files.createTempDirectory("fairstream-state");
            directory.toFile().deleteOnExit();
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Two periods of two hours, by nodes; everybody unlisted has one share. */
    static final FairShareTerms FAIR_SHARE = new FairShareTerms(
            new UsageTerms(
                    new HalfLife(7200),
                    UsagePeriods.of(0, Duration.ofHours(2), Duration.ofHours(4), 0.5),
                    Tariff.of(Billing.of("node=1", Billing.Mode.SUM))),
            new FairShares(new FluxFairShare(), 1),
            AssociationState.Compared.PERIOD);

    /** Charged by work, compared by balance, active for three days. */
    static final TopologyConfig.Volunteers VOLUNTEERS = new TopologyConfig.Volunteers(ChargeUnit.FLOPS, false, 7, 3);

    private static final JobRetention JOBS = new JobRetention(Duration.ofDays(30), 0);

    static Topology topology(TopologyConfig config) {
        return AccountingTopology.build(config, new SerdeFactory(SERDE_CONFIG));
    }

    public static TopologyConfig config(Duration refresh) {
        return config(refresh, new HeapLimits(100, 1000));
    }

    static TopologyConfig config(Duration refresh, HeapLimits heap) {
        return config(Topic.DEFAULT_PREFIX, refresh, false, 1, heap);
    }

    static TopologyConfig config(
            String prefix, Duration refresh, boolean repartition, int partitions, HeapLimits heap) {
        return new TopologyConfig(
                prefix,
                new HalfLife(3600),
                FACTORS,
                new CustomerRetention(Duration.ZERO),
                new EventTimes(HISTORY, Duration.ofHours(1)),
                refresh,
                true,
                repartition,
                FAIR_SHARE,
                Duration.ZERO,
                VOLUNTEERS,
                JOBS,
                Duration.ZERO,
                new TopologyConfig.Partitions(partitions, partitions, partitions, partitions, partitions),
                heap);
    }

    static TopologyConfig config(FactorRules factors, CustomerRetention retention) {
        return config(factors, retention, 1000);
    }

    /**
     * @param changed after how many changed keys state is written back
     */
    static TopologyConfig config(FactorRules factors, CustomerRetention retention, int changed) {
        return new TopologyConfig(
                Topic.DEFAULT_PREFIX,
                new HalfLife(3600),
                factors,
                retention,
                new EventTimes(HISTORY, Duration.ofHours(1)),
                Duration.ZERO,
                true,
                false,
                FAIR_SHARE,
                Duration.ZERO,
                VOLUNTEERS,
                JOBS,
                Duration.ZERO,
                new TopologyConfig.Partitions(1, 1, 1, 1, 1),
                new HeapLimits(Math.min(changed, 100), changed));
    }

    /**
     * With another half-life of priorities.
     *
     * @param changed after how many changed keys state is written back
     */
    static TopologyConfig config(HalfLife halfLife, int changed) {
        TopologyConfig other = config(Duration.ZERO);
        return with(
                other,
                halfLife,
                other.times(),
                other.fairShare(),
                other.volunteers(),
                other.jobs(),
                new HeapLimits(other.heap().cleanEntries(), changed));
    }

    /** With usage counted and compared in another way. */
    static TopologyConfig config(FairShareTerms fairShare) {
        TopologyConfig other = config(Duration.ZERO);
        return with(other, other.halfLife(), other.times(), fairShare, other.volunteers(), other.jobs(), other.heap());
    }

    /** With another history, and volunteers' work accounted in another way. */
    static TopologyConfig config(Duration history, TopologyConfig.Volunteers volunteers) {
        TopologyConfig other = config(Duration.ZERO);
        return with(
                other,
                other.halfLife(),
                new EventTimes(history, Duration.ofHours(1)),
                other.fairShare(),
                volunteers,
                other.jobs(),
                other.heap());
    }

    /** With another limit of the job table. */
    static TopologyConfig config(JobRetention jobs) {
        TopologyConfig other = config(Duration.ZERO);
        return with(other, other.halfLife(), other.times(), other.fairShare(), other.volunteers(), jobs, other.heap());
    }

    private static TopologyConfig with(
            TopologyConfig other,
            HalfLife halfLife,
            EventTimes times,
            FairShareTerms fairShare,
            TopologyConfig.Volunteers volunteers,
            JobRetention jobs,
            HeapLimits heap) {
        return new TopologyConfig(
                other.prefix(),
                halfLife,
                other.factors(),
                other.retention(),
                times,
                other.refresh(),
                other.chargesSuspended(),
                other.repartition(),
                fairShare,
                other.rankingInterval(),
                volunteers,
                jobs,
                other.nodeSilence(),
                other.partitions(),
                heap);
    }

    static Instant at(long seconds) {
        return START.plusSeconds(seconds);
    }

    /** Time of sending of the next records; event times do not move it. */
    Pipeline sentAt(Instant time) {
        sent = time;
        return this;
    }

    Pipeline matched(String resource, String customer, double weight, long seconds) {
        return match(resource, seconds, new Matched(customer, weight, ""));
    }

    Pipeline matched(String resource, String customer, double weight, long seconds, String matchId) {
        return match(resource, seconds, new Matched(customer, weight, matchId));
    }

    Pipeline unmatched(String resource, long seconds) {
        return unmatched(resource, seconds, "");
    }

    Pipeline unmatched(String resource, long seconds, String matchId) {
        return match(resource, seconds, new Unmatched(matchId));
    }

    Pipeline match(String resource, long seconds, Object change) {
        return send(Topics.MATCHES, resource, new MatchEvent(resource, "", at(seconds), change));
    }

    /** An event of job tux/7 as the JSON of what it says besides cluster, number and time. */
    Pipeline job(long seconds, String says) {
        return job(7, seconds, says);
    }

    /** An event of a job of cluster tux. */
    Pipeline job(long jobId, long seconds, String says) {
        String json = String.format("{\"cluster\":\"tux\",\"jobId\":%d,\"at\":\"%s\",%s}", jobId, at(seconds), says);
        return send(Topics.JOB_EVENTS, "tux/" + jobId, PlainJson.read(JobEvent.class, json));
    }

    /** A report of a host as the JSON of what it says besides host and time; a sequence for each second. */
    Pipeline report(String host, long seconds, String says) {
        String json = String.format(
                "{\"host\":\"%s\",\"epoch\":\"1\",\"sequence\":%d,\"at\":\"%s\",%s}", host, seconds, at(seconds), says);
        return send(Topics.HOST_REPORTS, host, PlainJson.read(HostReport.class, json));
    }

    Pipeline edit(String customer, long seconds, Object edit) {
        return send(Topics.ACCOUNT_EDITS, customer, new AccountEdit(customer, at(seconds), "admin", edit, null));
    }

    <V extends SpecificRecord> Pipeline send(Topic<V> topic, @Nullable String key, @Nullable V value) {
        String name = topic.in(Topic.DEFAULT_PREFIX);
        return sendBytes(
                topic,
                key,
                topic.serde(SchemaRegistries.from(SERDE_CONFIG)).serializer().serialize(name, value));
    }

    Pipeline sendBytes(Topic<?> topic, @Nullable String key, byte @Nullable [] value) {
        driver.createInputTopic(topic.in(Topic.DEFAULT_PREFIX), new StringSerializer(), new ByteArraySerializer())
                .pipeInput(new TestRecord<>(key, value, sent));
        return this;
    }

    Pipeline send(ProducerRecord<byte[], byte[]> record, Instant time) {
        driver.createInputTopic(record.topic(), new ByteArraySerializer(), new ByteArraySerializer())
                .pipeInput(new TestRecord<>(record.key(), record.value(), record.headers(), time));
        return this;
    }

    /** Everything written since last asked, as {@code topic key json}; the order within each topic is kept. */
    List<String> everything() {
        List<String> lines = new ArrayList<>();
        for (Topic<?> topic : OUTPUTS) {
            written(topic).forEach(line -> lines.add(topic.name() + " " + line));
        }
        return lines;
    }

    /** Returns the records written to a topic since the last call, as {@code key json}. */
    <V> List<String> written(Topic<V> topic) {
        return Journals.entries(topic, records(topic)).stream()
                .map(record -> record.key() + " " + json(record.value()))
                .toList();
    }

    /** The charges written since last asked. */
    List<Charge> charges() {
        return Journals.charges(records(Topics.CHARGES)).stream()
                .map(TestRecord::value)
                .toList();
    }

    Pipeline charge(@Nullable String key, Charge charge) {
        return send(Topics.CHARGES, key, Journals.block(charge, sent));
    }

    /** The values written to a topic since last asked. */
    <V> List<V> values(Topic<V> topic) {
        return records(topic).stream().map(TestRecord::value).toList();
    }

    <V> List<TestRecord<String, V>> records(Topic<V> topic) {
        return records(topic, topic.serde(SchemaRegistries.from(SERDE_CONFIG)).deserializer());
    }

    <V> List<TestRecord<String, V>> records(Topic<?> topic, Deserializer<V> values) {
        return driver.createOutputTopic(topic.in(Topic.DEFAULT_PREFIX), new StringDeserializer(), values)
                .readRecordsToList();
    }

    /** The latest row by key of what was written since last asked. */
    <V> Map<String, V> table(Topic<V> topic) {
        return driver.createOutputTopic(
                        topic.in(Topic.DEFAULT_PREFIX),
                        new StringDeserializer(),
                        topic.serde(SchemaRegistries.from(SERDE_CONFIG)).deserializer())
                .readKeyValuesToMap();
    }

    /** The latest row of a key of what was written since last asked. */
    <V> V row(Topic<V> topic, String key) {
        return Objects.requireNonNull(table(topic).get(key), key);
    }

    private static String json(@Nullable Object value) {
        return value == null ? "-" : PlainJson.write((SpecificRecord) value);
    }

    TopologyTestDriver driver() {
        return driver;
    }

    @Override
    public void close() {
        driver.close();
    }
}
