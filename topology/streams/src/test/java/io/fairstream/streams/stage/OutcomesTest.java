package io.fairstream.streams.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.rules.ledger.MatchEvent;
import io.fairstream.rules.ledger.MatchOutcome;
import io.fairstream.rules.ledger.MatchPage;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.state.HeapLimits;
import io.fairstream.streams.state.ResourceLedger;
import io.fairstream.streams.state.ResourceLedgerCodec;
import io.fairstream.streams.state.WriteBackStore;
import io.fairstream.streams.state.WriteBackStores;
import io.fairstream.streams.wire.MatchEventWire;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counts of outcomes as metrics. */
class OutcomesTest {
    private static final Feed<MatchEvent> FEED = new Feed<>(
            Topics.MATCHES,
            new MatchEventWire(),
            Feed.Key.of("resource", MatchEvent::resource),
            (event, sent, newest) -> null,
            MatchEvent::at,
            new Feed.Partitioning(1, false, null));

    private final WriteBackStore<ResourceLedger, MatchPage> store = new WriteBackStores<>(
                    "match-ledger", ResourceLedgerCodec::new, new HeapLimits(10, 10))
            .withLoggingDisabled()
            .build();
    private MockProcessorContext<String, Object> context = new MockProcessorContext<>();

    @BeforeEach
    void open(@TempDir Path state) {
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "fairstream");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        context = new MockProcessorContext<>(properties, new TaskId(0, 3), state.toFile());
        context.setCurrentSystemTimeMs(0);
        store.init(context.getStateStoreContext(), store);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void metricsFollowTheCounts() {
        Outcomes<MatchEvent> outcomes = outcomes();
        outcomes.tally().applied();
        outcomes.tally().applied();
        outcomes.tally().counts(new MatchOutcome.Duplicate(true));
        outcomes.tally().rejected();
        outcomes.finish();
        assertEquals(
                Map.of(
                        "applied-total",
                        2.0,
                        "duplicates-total",
                        1.0,
                        "ambiguous-total",
                        1.0,
                        "waiting-total",
                        0.0,
                        "rejected-total",
                        1.0,
                        "without-effect-total",
                        0.0),
                metrics());
    }

    @Test
    void aTaskThatComesBackToTheInstanceIsNotCountedTwice() {
        Outcomes<MatchEvent> before = outcomes();
        before.tally().applied();
        before.tally().withoutEffect();
        before.finish();
        Outcomes<MatchEvent> again = outcomes();
        assertEquals(1.0, metrics().get("applied-total"));
        again.tally().applied();
        again.finish();
        assertEquals(
                Map.of(
                        "applied-total",
                        2.0,
                        "duplicates-total",
                        0.0,
                        "ambiguous-total",
                        0.0,
                        "waiting-total",
                        0.0,
                        "rejected-total",
                        0.0,
                        "without-effect-total",
                        1.0),
                metrics());
    }

    @Test
    void countsOfTheSecondLayoutAreReadAndOfTheThirdKept() {
        byte[] second = ByteBuffer.allocate(1 + 7 * Long.BYTES)
                .put((byte) 2)
                .putLong(5)
                .putLong(3)
                .putLong(0)
                .putLong(0)
                .putLong(7)
                .putLong(8)
                .putLong(1)
                .array();
        Tally read = Tally.read(second);
        assertEquals(3, read.duplicateCount());
        assertEquals(0, read.ambiguousCount());
        read.counts(new MatchOutcome.Duplicate(true));
        Tally again = Tally.read(read.write());
        assertEquals(4, again.duplicateCount());
        assertEquals(1, again.ambiguousCount());
        assertEquals(1, again.waitingCount());
    }

    private Outcomes<MatchEvent> outcomes() {
        Map<Topic<?>, String> nodes = Map.of(Topics.REJECTIONS, "rejections", Topics.TALLIES, "tallies");
        return new Outcomes<>(FEED, "matches", new KafkaTaskContext(context, nodes, null, 0), store);
    }

    private Map<String, Object> metrics() {
        Map<String, Object> metrics = new TreeMap<>();
        context.metrics().metrics().forEach((name, metric) -> {
            if (name.group().equals("fairstream-records")) {
                assertEquals(Map.of("topic", "matches", "task-id", "0_3"), name.tags());
                metrics.put(name.name(), metric.metricValue());
            }
        });
        return metrics;
    }
}
