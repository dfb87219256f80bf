package io.fairstream.benchmarks;

import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/** Notes when an application consumes its first record, which may be before it is RUNNING as a whole. */
final class FirstRecord {
    private static final String GROUP = "consumer-fetch-manager-metrics";
    private static final String CONSUMED = "records-consumed-total";

    private final Supplier<Map<MetricName, ? extends Metric>> metrics;
    private volatile long at;

    FirstRecord(Supplier<Map<MetricName, ? extends Metric>> metrics) {
        this.metrics = metrics;
        Thread watch = new Thread(this::watch, "first-record");
        watch.setDaemon(true);
        watch.start();
    }

    /** Milliseconds since 1970, or 0 if there was none. */
    long at() {
        return at;
    }

    private void watch() {
        try {
            while (!isConsuming()) {
                Thread.sleep(5);
            }
            at = System.currentTimeMillis();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isConsuming() {
        return metrics.get().entrySet().stream()
                .filter(metric -> metric.getKey().group().equals(GROUP))
                .filter(metric -> metric.getKey().name().equals(CONSUMED))
                .anyMatch(metric -> (double) metric.getValue().metricValue() > 0);
    }
}
