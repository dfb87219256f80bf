package io.fairstream.app;

import io.fairstream.streams.runtime.InstanceMetrics;
import java.util.List;
import java.util.Map;

/** More of everything than any site has, with all that Kafka measures besides. */
final class BigSite {
    static final int TOPICS = 200;
    private static final int PARTITIONS = 2;
    private static final int TASKS = 300;
    private static final int BANKS = 1000;

    private BigSite() {}

    static void fill(SampleInstance instance) {
        instance.deadLetters.put("", 1L);
        for (int topic = 0; topic < TOPICS; topic++) {
            ofTopic(instance, "topic-" + topic);
        }
        for (int task = 0; task < TASKS; task++) {
            ofTask(instance, "0_" + task);
        }
        for (int bank = 0; bank < BANKS; bank++) {
            Map<String, String> label = Map.of(InstanceMetrics.BANK, "root/bank" + bank);
            instance.with(InstanceMetrics.GROUP, InstanceMetrics.OWED, 1.0 / BANKS, label);
            instance.with(InstanceMetrics.GROUP, InstanceMetrics.RECEIVED, 1.0 / BANKS, label);
        }
        for (int thread = 0; thread < 64; thread++) {
            ofThread(instance, "fairstream-1-StreamThread-" + thread);
        }
        instance.with("stream-metrics", "alive-stream-threads", 64, Map.of("client-id", "fairstream-1"));
        instance.with("stream-metrics", "failed-stream-threads", 0, Map.of("client-id", "fairstream-1"));
    }

    private static void ofTopic(SampleInstance instance, String topic) {
        Map<String, String> client = Map.of("client-id", "fairstream-1-StreamThread-1-consumer", "topic", topic);
        instance.deadLetters.put(topic, 1L);
        for (int partition = 0; partition < PARTITIONS; partition++) {
            instance.lags(topic, partition, 1);
        }
        instance.with("consumer-fetch-manager-metrics", "records-consumed-total", 1.0, client);
        instance.with(InstanceMetrics.GROUP, InstanceMetrics.HEARD, 1.0, Map.of("topic", topic));
        for (int label = 0; label < 22; label++) {
            instance.with(
                    InstanceMetrics.GROUP,
                    InstanceMetrics.RECORDS,
                    1.0,
                    Map.of("topic", topic, "outcome", "o" + label));
            instance.with(
                    InstanceMetrics.GROUP,
                    InstanceMetrics.REJECTIONS,
                    1.0,
                    Map.of("topic", topic, "reason", "r" + label));
            instance.with(InstanceMetrics.GROUP, InstanceMetrics.LATE, 1.0, Map.of("topic", topic, "age", "a" + label));
            instance.with(InstanceMetrics.GROUP, InstanceMetrics.EDITS, 1.0, Map.of("kind", "k" + label));
        }
    }

    private static void ofTask(SampleInstance instance, String task) {
        instance.with("stream-task-metrics", "dropped-records-total", 0.0, Map.of("task-id", task));
        for (int store = 0; store < 20; store++) {
            Map<String, String> tags = Map.of("task-id", task, "rocksdb-state-id", "store-" + store);
            for (String name : List.of(
                    "estimate-num-keys",
                    "total-sst-files-size",
                    "block-cache-usage",
                    "number-open-files",
                    "live-sst-files-size")) {
                instance.with("stream-state-metrics", name, 1.0, tags);
            }
        }
    }

    private static void ofThread(SampleInstance instance, String thread) {
        Map<String, String> tags = Map.of("thread-id", thread);
        for (String work : List.of("poll", "process", "punctuate", "commit")) {
            for (String name : List.of("-total", "-ratio", "-latency-avg", "-latency-max", "-records-avg")) {
                instance.with("stream-thread-metrics", work + name, 1.0, tags);
            }
        }
        Map<String, String> producer = Map.of("client-id", thread + "-producer");
        for (String name : List.of(
                "record-send-total",
                "outgoing-byte-total",
                "record-error-total",
                "record-retry-total",
                "batch-size-avg",
                "txn-init-time-ns-total",
                "txn-commit-time-ns-total")) {
            instance.with("producer-metrics", name, 1.0, producer);
        }
        Map<String, String> consumer = Map.of("client-id", thread + "-consumer");
        instance.with("consumer-coordinator-metrics", "rebalance-total", 1.0, consumer);
        instance.with("consumer-coordinator-metrics", "failed-rebalance-total", 1.0, consumer);
        instance.with("consumer-metrics", "last-poll-seconds-ago", 1.0, consumer);
        instance.with("consumer-fetch-manager-metrics", "bytes-consumed-total", 1.0, consumer);
    }
}
