package io.fairstream.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.app.WatchedInstance.Restoration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MetricsTest {
    private static final int MAX_SERIES = 300;
    private static final String CONSUMER = "fairstream-1-StreamThread-1-consumer";

    private final SampleInstance instance = new SampleInstance();
    private final Metrics metrics = new Metrics(instance, "1.2.3");

    @AfterEach
    void close() {
        metrics.close();
    }

    @Test
    void partitionsAndThreadsAreOneSeriesATopic() {
        instance.lags("fairstream.matches", 0, 5)
                .lags("fairstream.matches", 1, 7)
                .lags("fairstream.charges", 0, 1);
        instance.lags("fairstream.matches", 2, Double.NaN);
        assertServed("fairstream_lag_records{topic=\"fairstream.matches\"} 12.0");
        assertServed("fairstream_lag_max_records{topic=\"fairstream.matches\"} 7.0");
        assertServed("fairstream_lag_records{topic=\"fairstream.charges\"} 1.0");
    }

    /** Kafka serves each topic with a period in its name twice. */
    @Test
    void theSecondNameOfATopicIsNotCounted() {
        instance.lags("fairstream.open-matches", 0, 5).lags("fairstream_open-matches", 0, 5);
        assertServed("fairstream_lag_records{topic=\"fairstream.open-matches\"} 5.0");
        assertFalse(metrics.scrape().contains("fairstream_open-matches"));
    }

    @Test
    void consumersThatRestoreAndTotalsOverTopicsAreNotAddedUp() {
        String group = "consumer-fetch-manager-metrics";
        String name = "records-consumed-total";
        instance.with(group, name, 3.0, Map.of("client-id", CONSUMER, "topic", "matches"))
                .with(group, name, 3.0, Map.of("client-id", CONSUMER))
                .with(group, "bytes-consumed-total", 90.0, Map.of("client-id", CONSUMER, "topic", "matches"))
                .with(group, "bytes-consumed-total", 100.0, Map.of("client-id", CONSUMER))
                .with(group, name, 9.0, Map.of("client-id", "a-restore-consumer", "topic", "matches"));
        assertServed("fairstream_read_records_total{topic=\"matches\"} 3.0");
        assertServed("fairstream_read_bytes_total 100.0");
    }

    @Test
    void unitsAreSecondsAndRatios() {
        Map<String, String> thread = Map.of("thread-id", "1");
        Map<String, String> other = Map.of("thread-id", "2");
        instance.with("stream-thread-metrics", "commit-latency-avg", 10.0, thread)
                .with("stream-thread-metrics", "commit-latency-avg", 30.0, other)
                .with("stream-thread-metrics", "commit-latency-max", 50.0, thread)
                .with("stream-thread-metrics", "process-ratio", 0.25, thread)
                .with("producer-metrics", "txn-send-offsets-time-ns-total", 2_500_000_000.0, Map.of("client-id", "p"))
                .with("fairstream-instance", "heard", 1_500_000_000_250.0, Map.of("topic", "matches"));
        assertServed("fairstream_commit_avg_seconds 0.02");
        assertServed("fairstream_commit_max_seconds 0.05");
        assertServed("fairstream_thread_time_ratio{work=\"process\"} 0.25");
        assertServed("fairstream_transaction_seconds_total{step=\"send_offsets\"} 2.5");
        assertServed("fairstream_source_heard_timestamp_seconds{topic=\"matches\"} 1.50000000025E9");
    }

    @Test
    void theStateAndTheRestoringAreServed() {
        instance.restoration = new Restoration(400, 100);
        instance.deadLetters.put("matches", 4L);
        instance.unread.put("matches", 150L);
        assertServed("fairstream_client_state{state=\"running\"} 1.0");
        assertServed("fairstream_client_state{state=\"rebalancing\"} 0.0");
        assertServed("fairstream_client_tasks{kind=\"standby\"} 3.0");
        assertServed("fairstream_restore_ratio 0.75");
        assertServed("fairstream_restore_remaining_records 100.0");
        assertServed("fairstream_dead_letters_total{topic=\"matches\"} 4.0");
        assertServed("fairstream_unread_records_total{topic=\"matches\"} 150.0");
        assertTrue(metrics.scrape().contains("version=\"1.2.3\""));
        assertTrue(metrics.scrape().contains("kafka=\"4."), "of the clients' library");
    }

    @Test
    void banksThatAreNoLongerShownAreGone() {
        instance.with("fairstream-instance", "share-owed", 0.6, Map.of("bank", "root/physics"))
                .with("fairstream-instance", "share-owed", Double.NaN, Map.of("bank", "root/gone"));
        assertServed("fairstream_bank_share_owed_ratio{bank=\"root/physics\"} 0.6");
        assertFalse(metrics.scrape().contains("root/gone"));
    }

    @Test
    void theBoundHoldsBecauseEachFamilyHasOne() {
        int sum = Arrays.stream(Family.values())
                .mapToInt(family -> family.mostSeries)
                .sum();
        assertTrue(sum <= MAX_SERIES, "at most " + sum + " series");
    }

    /** Three hundred tasks with twenty stores each, two hundred topics, a thousand banks, all reasons of all topics. */
    @Test
    void howeverMuchThereIsItIsFewSeriesAndEachValueIsReadOnce() {
        BigSite.fill(instance);
        String first = metrics.scrape();
        assertTrue(instance.metrics.size() > 40_000, instance.metrics.size() + " metrics");
        long reads = instance.reads.get();
        assertTrue(reads > 10_000 && reads <= instance.metrics.size(), reads + " reads");
        List<String> series = series(first);
        assertTrue(series.size() <= MAX_SERIES, series.size() + " series");
        assertTrue(series.size() >= 150, series.size() + " series");
        assertServed("fairstream_lag_records{topic=\"other\"} " + (BigSite.TOPICS - 15) * 2.0);
        assertEquals(ofKafka(first), ofKafka(metrics.scrape()));
    }

    @Test
    void everyFamilyOfABigSiteIsServed() {
        BigSite.fill(instance);
        System.gc();
        Set<String> missing = Arrays.stream(Family.values())
                .filter(family -> family != Family.JVM_GC_PAUSE_SECONDS)
                .map(MetricsTest::servedName)
                .collect(Collectors.toCollection(TreeSet::new));
        missing.removeAll(names(metrics.scrape()));
        assertEquals(Set.of(), missing);
    }

    @Test
    void nothingIsServedButFamilies() {
        BigSite.fill(instance);
        Set<String> known =
                Arrays.stream(Family.values()).map(MetricsTest::servedName).collect(Collectors.toSet());
        Set<String> unknown = new TreeSet<>(names(metrics.scrape()));
        unknown.removeAll(known);
        unknown.removeIf(name -> name.startsWith(servedName(Family.JVM_GC_PAUSE_SECONDS)));
        assertEquals(Set.of(), unknown);
    }

    /** The name as it is served and queried; Prometheus wants the suffixes. */
    static String servedName(Family family) {
        return switch (family.kind) {
            case COUNTER -> family.baseName() + "_total";
            case INFO -> family.baseName() + "_info";
            case GAUGE, OF_MICROMETER -> family.baseName();
        };
    }

    private void assertServed(String line) {
        String text = metrics.scrape();
        assertTrue(text.lines().anyMatch(line::equals), () -> "not served: " + line + " in\n" + text);
    }

    private static List<String> series(String text) {
        return text.lines().filter(line -> !line.startsWith("#")).toList();
    }

    /** Those of the virtual machine come with the first pause. */
    private static List<String> ofKafka(String text) {
        return series(text).stream()
                .map(line -> line.split(" ", 2)[0])
                .filter(line -> !line.contains("_jvm_"))
                .toList();
    }

    private static Set<String> names(String text) {
        return series(text).stream().map(line -> line.split("[{ ]", 2)[0]).collect(Collectors.toSet());
    }
}
