package io.fairstream.app;

import io.fairstream.app.Readings.Merge;
import io.fairstream.streams.runtime.InstanceMetrics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/** Served metrics of Kafka, its clients and the accounting. The values of other metrics are not read. */
final class KafkaReadings {
    private static final String FETCH = "consumer-fetch-manager-metrics";
    private static final String REBALANCE = "consumer-coordinator-metrics";
    private static final String POLL = "consumer-metrics";
    private static final String PRODUCER = "producer-metrics";
    private static final String CLIENT = "stream-metrics";
    private static final String THREAD = "stream-thread-metrics";
    private static final String TASK = "stream-task-metrics";
    private static final String STORE = "stream-state-metrics";
    private static final String STORE_NAME = "rocksdb-state-id";
    private static final String TOPIC = "topic";
    private static final double MILLIS = 1e-3;
    private static final double NANOS = 1e-9;

    /** Rules by group and name of the metric. */
    private static final Map<String, Map<String, List<Rule>>> RULES = new HashMap<>();

    /** Conversion of a metric. The scale is a factor for the value; labels are names of tags, or fixed values after {@code =}. */
    private record Rule(Family family, Merge merge, double scale, List<String> labels) {
        /** Tells apart two fetch metrics of the same name: one for each topic, and one for all topics. */
        boolean isOf(MetricName name) {
            return !name.group().equals(FETCH)
                    || labels.contains(TOPIC) == name.tags().containsKey(TOPIC);
        }

        String[] labels(Map<String, String> tags) {
            return labels.stream()
                    .map(label -> label.startsWith("=")
                            ? label.substring(1).replace('-', '_')
                            : internalsAsOne(tags.getOrDefault(label, "")))
                    .toArray(String[]::new);
        }
    }

    private record Ruled(Metric metric, List<Rule> rules) {}

    static {
        rule(CLIENT, "alive-stream-threads", Family.CLIENT_THREADS, Merge.SUM, 1);
        rule(CLIENT, "failed-stream-threads", Family.CLIENT_FAILED_THREADS, Merge.SUM, 1);
        rule(REBALANCE, "rebalance-total", Family.CLIENT_REBALANCES, Merge.SUM, 1);
        rule(REBALANCE, "failed-rebalance-total", Family.CLIENT_REBALANCE_FAILURES, Merge.SUM, 1);
        rule(FETCH, "records-lag", Family.LAG_RECORDS, Merge.SUM, 1, TOPIC);
        rule(FETCH, "records-lag", Family.LAG_MAX_RECORDS, Merge.MAX, 1, TOPIC);
        rule(FETCH, "records-consumed-total", Family.READ_RECORDS, Merge.SUM, 1, TOPIC);
        rule(FETCH, "bytes-consumed-total", Family.READ_BYTES, Merge.SUM, 1);

        rule(THREAD, "poll-total", Family.POLLS, Merge.SUM, 1);
        rule(THREAD, "poll-latency-avg", Family.POLL_AVG_SECONDS, Merge.MEAN, MILLIS);
        rule(THREAD, "poll-latency-max", Family.POLL_MAX_SECONDS, Merge.MAX, MILLIS);
        rule(THREAD, "poll-records-avg", Family.POLL_AVG_RECORDS, Merge.MEAN, 1);
        rule(POLL, "last-poll-seconds-ago", Family.LAST_POLL_AGE_SECONDS, Merge.MAX, 1);
        rule(THREAD, "process-total", Family.PROCESS_CALLS, Merge.SUM, 1);
        rule(THREAD, "process-latency-avg", Family.PROCESS_AVG_SECONDS, Merge.MEAN, MILLIS);
        rule(THREAD, "process-latency-max", Family.PROCESS_MAX_SECONDS, Merge.MAX, MILLIS);
        rule(THREAD, "process-records-avg", Family.PROCESS_AVG_RECORDS, Merge.MEAN, 1);
        rule(THREAD, "commit-total", Family.COMMITS, Merge.SUM, 1);
        rule(THREAD, "commit-latency-avg", Family.COMMIT_AVG_SECONDS, Merge.MEAN, MILLIS);
        rule(THREAD, "commit-latency-max", Family.COMMIT_MAX_SECONDS, Merge.MAX, MILLIS);
        for (String work : List.of("poll", "process", "punctuate", "commit")) {
            rule(THREAD, work + "-ratio", Family.THREAD_TIME_RATIO, Merge.MEAN, 1, "=" + work);
        }
        rule(TASK, "dropped-records-total", Family.DROPPED_RECORDS, Merge.SUM, 1);

        rule(PRODUCER, "record-send-total", Family.WRITTEN_RECORDS, Merge.SUM, 1);
        rule(PRODUCER, "outgoing-byte-total", Family.WRITTEN_BYTES, Merge.SUM, 1);
        rule(PRODUCER, "record-error-total", Family.WRITE_ERRORS, Merge.SUM, 1);
        rule(PRODUCER, "record-retry-total", Family.WRITE_RETRIES, Merge.SUM, 1);
        rule(PRODUCER, "batch-size-avg", Family.WRITE_BATCH_AVG_BYTES, Merge.MEAN, 1);
        for (String step : List.of("init", "begin", "send-offsets", "commit", "abort")) {
            rule(PRODUCER, "txn-" + step + "-time-ns-total", Family.TRANSACTION_SECONDS, Merge.SUM, NANOS, "=" + step);
        }

        rule(STORE, "estimate-num-keys", Family.STORE_ENTRIES, Merge.SUM, 1, STORE_NAME);
        rule(STORE, "total-sst-files-size", Family.STORE_DISK_BYTES, Merge.SUM, 1, STORE_NAME);
        for (String kind : List.of("size-all-mem-tables", "block-cache-usage", "estimate-table-readers-mem")) {
            rule(STORE, kind, Family.STORE_MEMORY_BYTES, Merge.SUM, 1);
        }

        String group = InstanceMetrics.GROUP;
        rule(group, InstanceMetrics.RECORDS, Family.RECORDS, Merge.SUM, 1, TOPIC, InstanceMetrics.OUTCOME);
        // Scale 0 creates the series at 0; an alert cannot see the increase of a counter that begins with 1.
        rule(group, InstanceMetrics.RECORDS, Family.DEAD_LETTERS, Merge.SUM, 0, TOPIC);
        rule(group, InstanceMetrics.RECORDS, Family.UNREAD_RECORDS, Merge.SUM, 0, TOPIC);
        rule(group, InstanceMetrics.REJECTIONS, Family.REJECTIONS, Merge.SUM, 1, TOPIC, InstanceMetrics.REASON);
        rule(group, InstanceMetrics.LATE, Family.LATE_RECORDS, Merge.SUM, 1, InstanceMetrics.AGE);
        rule(group, InstanceMetrics.EDITS, Family.EDITS, Merge.SUM, 1, InstanceMetrics.KIND);
        rule(group, InstanceMetrics.HEARD, Family.SOURCE_HEARD_TIMESTAMP_SECONDS, Merge.MAX, MILLIS, TOPIC);
        rule(group, InstanceMetrics.OWED, Family.BANK_SHARE_OWED_RATIO, Merge.MAX, 1, InstanceMetrics.BANK);
        rule(group, InstanceMetrics.RECEIVED, Family.BANK_SHARE_RECEIVED_RATIO, Merge.MAX, 1, InstanceMetrics.BANK);
    }

    private KafkaReadings() {}

    private static void rule(String group, String name, Family family, Merge merge, double scale, String... labels) {
        RULES.computeIfAbsent(group, any -> new HashMap<>())
                .computeIfAbsent(name, any -> new ArrayList<>())
                .add(new Rule(family, merge, scale, List.of(labels)));
    }

    /**
     * Adds the served metrics to the readings. Metrics of restore consumers are left out; so are Kafka's duplicates for topics with a
     * period in the name, in which an underscore replaces the period. There are tens of thousands of metrics, spread over memory, so this
     * loops over them once.
     */
    static void read(Map<MetricName, ? extends Metric> metrics, Readings readings) {
        List<Ruled> ofTopics = new ArrayList<>();
        Set<String> aliases = new HashSet<>();
        metrics.forEach((name, metric) -> {
            List<Rule> rules = RULES.getOrDefault(name.group(), Map.of()).getOrDefault(name.name(), List.of());
            if (rules.isEmpty() || isOfRestoring(name)) {
                return;
            }
            String topic = name.group().equals(FETCH) ? name.tags().get(TOPIC) : null;
            if (topic == null) {
                read(metric, rules, readings);
                return;
            }
            ofTopics.add(new Ruled(metric, rules));
            if (topic.indexOf('.') >= 0) {
                aliases.add(topic.replace('.', '_'));
            }
        });
        for (Ruled one : ofTopics) {
            if (!aliases.contains(one.metric.metricName().tags().get(TOPIC))) {
                read(one.metric, one.rules, readings);
            }
        }
    }

    private static void read(Metric metric, List<Rule> rules, Readings readings) {
        MetricName name = metric.metricName();
        if (metric.metricValue() instanceof Number number) {
            for (Rule rule : rules) {
                if (rule.isOf(name)) {
                    readings.add(rule.family, rule.merge, number.doubleValue() * rule.scale, rule.labels(name.tags()));
                }
            }
        }
    }

    /** Merges the many repartition topics into one label value; only their total is of interest. */
    private static String internalsAsOne(String value) {
        return value.endsWith("-repartition") ? "repartition" : value;
    }

    private static boolean isOfRestoring(MetricName name) {
        String client = name.tags().getOrDefault("client-id", "");
        return client.endsWith("-restore-consumer") || client.endsWith("-global-consumer");
    }

    /** Largest number of waiting records in a partition; 0 if none is known. */
    static double largestLag(Map<MetricName, ? extends Metric> metrics) {
        return largest(metrics, FETCH, "records-lag");
    }

    /** Longest time since the last poll of any consumer, in seconds; 0 if none is known. */
    static double oldestPoll(Map<MetricName, ? extends Metric> metrics) {
        return largest(metrics, POLL, "last-poll-seconds-ago");
    }

    private static double largest(Map<MetricName, ? extends Metric> metrics, String group, String name) {
        double largest = 0;
        for (Map.Entry<MetricName, ? extends Metric> metric : metrics.entrySet()) {
            MetricName of = metric.getKey();
            if (of.name().equals(name)
                    && of.group().equals(group)
                    && !isOfRestoring(of)
                    && metric.getValue().metricValue() instanceof Number number) {
                largest = Math.max(largest, Double.isNaN(number.doubleValue()) ? 0 : number.doubleValue());
            }
        }
        return largest;
    }
}
