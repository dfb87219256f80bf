package io.fairstream.streams.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.rules.Rejection;
import io.fairstream.rules.Rejection.Reason;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.Outcome.Effect;
import io.fairstream.rules.match.MatchEvent;
import io.fairstream.rules.match.MatchEvent.MatchChange;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.match.MatchStage;
import io.fairstream.streams.runtime.StageProcessor.KafkaTaskContext;
import io.fairstream.streams.runtime.WriteBackStores.HeapLimits;
import io.fairstream.streams.runtime.WriteBackStores.LocalStores;
import io.fairstream.streams.usage.UsageStages.JobAccountStage;
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
class InputAccountingTest {
    private static final StageInput<MatchEvent> FEED = new StageInput<>(
            Topics.MATCHES,
            MatchStage.MATCH_EVENT,
            StageInput.Key.of("resource", MatchEvent::resource),
            (event, sent, newest) -> null,
            MatchEvent::at,
            new StageInput.Partitioning(1, false, null));

    private final WriteBackStore<?, ?> store = new WriteBackStores<>(
                    "match-ledger", () -> new JobAccountStage().codec(), new HeapLimits(10, 10), LocalStores.ROCKS_DB)
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
        InputAccounting<MatchEvent> accounting = accounting();
        accounting.counts().count(Effect.APPLIED);
        accounting.counts().count(Effect.APPLIED);
        accounting.counts().count(Effect.AMBIGUOUS);
        accounting.counts().count(Effect.REJECTED);
        accounting.finish();
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
        InputAccounting<MatchEvent> before = accounting();
        before.counts().count(Effect.APPLIED);
        before.counts().count(Effect.WITHOUT_EFFECT);
        before.finish();
        InputAccounting<MatchEvent> again = accounting();
        assertEquals(1.0, metrics().get("applied-total"));
        again.counts().count(Effect.APPLIED);
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
    void theInstanceCountsWhatItDidItselfAndNotWhatWasCountedElsewhere() {
        InputAccounting<MatchEvent> before = accounting();
        before.counts().count(Effect.APPLIED, 7);
        before.finish();
        MockProcessorContext<String, Object> elsewhere = context;
        context = new MockProcessorContext<>();
        context.setCurrentSystemTimeMs(5_000);
        InputAccounting<MatchEvent> here = accounting();
        here.counts().count(Effect.APPLIED);
        here.finish();
        assertEquals(7.0, ofInstance(elsewhere, InstanceMetrics.RECORDS, "outcome", "applied"));
        assertEquals(1.0, ofInstance(context, InstanceMetrics.RECORDS, "outcome", "applied"));
        assertEquals(0.0, ofInstance(context, InstanceMetrics.RECORDS, "outcome", "rejected"));
    }

    private static Cause record(long sent) {
        return new Cause("matches", 0, 0, sent);
    }

    @Test
    void lateEventsAndRefusalsAreCountedByAgeAndReason() {
        InputAccounting<MatchEvent> accounting = accounting();
        context.setCurrentSystemTimeMs(20_000_000_000L);
        accounting.counts().noteEvent(10_000_000_000L, 10_000_000_500L);
        for (long behind : new long[] {0, 59_999, 60_000, 3_600_000, 2 * 86_400_000, 86_400_000 * 30L}) {
            MatchEvent event = new MatchEvent("slot1", "", 10_000_000_000L - behind, new MatchChange.Unmatched(""));
            assertEquals(null, accounting.refusal("slot1", event, record(10_000_000_000L - behind)));
        }
        accounting.reject(null, null, record(10_000_000_900L), new Rejection(Reason.NO_KEY, "key: none"));
        accounting.finish();
        assertEquals(1.0, ofInstance(context, InstanceMetrics.LATE, "age", "minutes"));
        assertEquals(1.0, ofInstance(context, InstanceMetrics.LATE, "age", "hours"));
        assertEquals(1.0, ofInstance(context, InstanceMetrics.LATE, "age", "days"));
        assertEquals(1.0, ofInstance(context, InstanceMetrics.LATE, "age", "weeks"));
        assertEquals(1.0, ofInstance(context, InstanceMetrics.REJECTIONS, "reason", "NO_KEY"));
        assertEquals(10_000_000_000.0, ofInstance(context, InstanceMetrics.HEARD, "topic", "matches"));
    }

    private static Object ofInstance(
            MockProcessorContext<String, Object> context, String name, String label, String value) {
        return context.metrics().metrics().entrySet().stream()
                .filter(metric -> metric.getKey().group().equals(InstanceMetrics.GROUP)
                        && metric.getKey().name().equals(name)
                        && value.equals(metric.getKey().tags().get(label)))
                .map(metric -> metric.getValue().metricValue())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void countsAreKept() {
        InputCounts counts = new InputCounts();
        counts.count(Effect.DUPLICATE);
        counts.count(Effect.AMBIGUOUS);
        InputCounts again = InputCounts.read(counts.write());
        assertEquals(2, again.number(Effect.DUPLICATE));
        assertEquals(1, again.number(Effect.AMBIGUOUS));
    }

    private InputAccounting<MatchEvent> accounting() {
        return new InputAccounting<>(FEED, "matches", new KafkaTaskContext(context, "ledger", null, 0), store);
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
