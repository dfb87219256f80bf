package io.fairstream.streams;

import io.fairstream.rules.EventTimes;
import io.fairstream.rules.account.FactorRules;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.Unmatched;
import io.fairstream.schemas.json.PlainJson;
import io.fairstream.schemas.registry.SchemaRegistries;
import io.fairstream.streams.state.WriteBackStore;
import io.fairstream.streams.wire.Wire;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;

/** The whole topology in a {@link TopologyTestDriver}, with an hour of half-life. */
final class Pipeline implements AutoCloseable {
    static final Instant START = Instant.parse("2023-11-14T22:13:20Z");
    static final Map<String, String> WIRE = Map.of(SchemaRegistries.URL, "mock://pipeline");

    private final TopologyTestDriver driver;
    private Instant sent = START;

    Pipeline() {
        this(accounting(Duration.ZERO));
    }

    Pipeline(Accounting accounting) {
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "fairstream");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        driver = new TopologyTestDriver(topology(accounting), properties, START);
    }

    static Topology topology(Accounting accounting) {
        return AccountingTopology.build(accounting, new Wire(WIRE));
    }

    static Accounting accounting(Duration refresh) {
        return new Accounting(
                Topic.DEFAULT_PREFIX,
                new HalfLife(3600),
                new FactorRules(1, 1e10, 1e7, null),
                new EventTimes(Duration.ofDays(30), Duration.ofHours(1)),
                refresh,
                false,
                false,
                1,
                1,
                new WriteBackStore.Limits(100, 1000));
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

    Pipeline unmatched(String resource, long seconds) {
        return match(resource, seconds, new Unmatched(""));
    }

    Pipeline match(String resource, long seconds, Object change) {
        return send(Topics.MATCHES, resource, new MatchEvent(resource, "", at(seconds), change));
    }

    Pipeline edit(String customer, long seconds, Object edit) {
        return send(Topics.ACCOUNT_EDITS, customer, new AccountEdit(customer, at(seconds), "admin", edit));
    }

    <V extends SpecificRecord> Pipeline send(Topic<V> topic, String key, V value) {
        TestInputTopic<String, V> input = driver.createInputTopic(
                topic.in(Topic.DEFAULT_PREFIX),
                new StringSerializer(),
                topic.serde(SchemaRegistries.from(WIRE)).serializer());
        input.pipeInput(new TestRecord<>(key, value, sent));
        return this;
    }

    /** What was written to a topic since last asked, as {@code key json}. */
    <V> List<String> written(Topic<V> topic) {
        return output(topic).readRecordsToList().stream()
                .map(record -> record.key() + " " + json(record.value()))
                .toList();
    }

    /** The latest row by key of what was written since last asked. */
    <V> Map<String, V> table(Topic<V> topic) {
        return output(topic).readKeyValuesToMap();
    }

    private <V> TestOutputTopic<String, V> output(Topic<V> topic) {
        return driver.createOutputTopic(
                topic.in(Topic.DEFAULT_PREFIX),
                new StringDeserializer(),
                topic.serde(SchemaRegistries.from(WIRE)).deserializer());
    }

    private static String json(Object value) {
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
