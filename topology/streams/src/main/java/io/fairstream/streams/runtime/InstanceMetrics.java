package io.fairstream.streams.runtime;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.MeasurableStat;
import org.apache.kafka.common.metrics.MetricConfig;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.metrics.stats.CumulativeSum;
import org.apache.kafka.common.metrics.stats.Value;
import org.apache.kafka.streams.StreamsMetrics;
import org.jspecify.annotations.Nullable;

/**
 * Accounting metrics in Kafka's registry, group {@link #GROUP}: totals of all tasks of an instance since its start. Counters remain when a
 * task moves to another instance, so that they never decrease. Updated once per commit, not once per record.
 */
public final class InstanceMetrics {
    public static final String GROUP = "fairstream-instance";

    /** Counter: records by {@link #TOPIC} and {@link #OUTCOME}. */
    public static final String RECORDS = "records";
    /** Counter: refused records by {@link #TOPIC} and {@link #REASON}. */
    public static final String REJECTIONS = "rejections";
    /** Counter: late events by {@link #TOPIC} and {@link #AGE}. */
    public static final String LATE = "late-records";
    /** Counter: edits of customers' accounts by {@link #KIND}. */
    public static final String EDITS = "edits";
    /** Timestamp of the newest record by {@link #TOPIC}, milliseconds since 1970. */
    public static final String HEARD = "heard";
    /** Share target of a {@link #BANK} below the root as a fraction of all shares, 0 to 1; NaN once it is withdrawn. */
    public static final String OWED = "share-owed";
    /** Usage of a {@link #BANK} below the root as a fraction of all usage, 0 to 1; NaN once it is withdrawn. */
    public static final String RECEIVED = "share-received";

    public static final String TOPIC = "topic";
    public static final String OUTCOME = "outcome";
    public static final String REASON = "reason";
    public static final String AGE = "age";
    public static final String KIND = "kind";
    public static final String BANK = "bank";

    private final @Nullable StreamsMetrics metrics;
    private final Map<MetricName, Sensor> sensors = new HashMap<>();
    private final Map<String, Set<MetricName>> shown = new HashMap<>();

    /** @param metrics of Kafka Streams; null to collect none */
    InstanceMetrics(@Nullable StreamsMetrics metrics) {
        this.metrics = metrics;
    }

    /** Adds to a counter; the first call creates it, even with 0. */
    public void count(String name, Map<String, String> labels, long more) {
        record(metric(name, labels), CumulativeSum::new, (double) more);
    }

    /** Sets a gauge to the maximum of its values. */
    void newest(String name, Map<String, String> labels, long value) {
        record(metric(name, labels), Newest::new, (double) value);
    }

    /** Sets gauges by the value of one label, and withdraws those set before that are missing now. */
    public void show(String name, String label, Map<String, Double> values) {
        Set<MetricName> before = shown.computeIfAbsent(name, any -> new HashSet<>());
        Set<MetricName> now = new HashSet<>();
        values.forEach((of, value) -> {
            MetricName metric = metric(name, Map.of(label, of));
            now.add(metric);
            record(metric, Value::new, value);
        });
        before.removeAll(now);
        before.forEach(gone -> record(gone, Value::new, Double.NaN));
        shown.put(name, now);
    }

    /** Withdraws all gauges, whose values are no longer known to this instance. */
    void withdraw() {
        shown.values().forEach(gones -> gones.forEach(gone -> record(gone, Value::new, Double.NaN)));
        shown.clear();
    }

    /** Records a value; all tasks of the instance share the sensor. */
    private void record(MetricName metric, Supplier<MeasurableStat> stat, double value) {
        if (metrics == null) {
            return;
        }
        sensors.computeIfAbsent(metric, any -> {
                    String name = GROUP + "." + metric.name() + "." + new TreeMap<>(metric.tags());
                    Sensor added = metrics.addSensor(name, Sensor.RecordingLevel.INFO);
                    added.add(metric, stat.get());
                    return added;
                })
                .record(value);
    }

    private static MetricName metric(String name, Map<String, String> labels) {
        return new MetricName(name, GROUP, "", labels);
    }

    private static final class Newest implements MeasurableStat {
        private double newest = Double.NEGATIVE_INFINITY;

        @Override
        public void record(MetricConfig config, double value, long timeMs) {
            newest = Math.max(newest, value);
        }

        @Override
        public double measure(MetricConfig config, long now) {
            return newest;
        }
    }
}
