package io.fairstream.app;

import io.fairstream.app.WatchedInstance.Restoration;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.streams.KafkaStreams;

/** An instance whose state and metrics are set by hand. */
final class SampleInstance implements WatchedInstance {
    KafkaStreams.State state = KafkaStreams.State.RUNNING;
    Duration inState = Duration.ofMinutes(10);
    boolean hasRun = true;
    Optional<Throwable> failure = Optional.empty();
    Optional<String> waiting = Optional.empty();
    Restoration restoration = Restoration.EMPTY;
    final Map<String, Long> deadLetters = new HashMap<>();
    final Map<String, Long> unread = new HashMap<>();
    final Map<MetricName, Metric> metrics = new HashMap<>();

    /** Number of times that a value of a metric was read. */
    final AtomicLong reads = new AtomicLong();

    SampleInstance with(String group, String name, Object value, Map<String, String> tags) {
        MetricName metric = new MetricName(name, group, "", tags);
        metrics.put(metric, new Fixed(metric, value, reads));
        return this;
    }

    /** A record lag of a partition. */
    SampleInstance lags(String topic, int partition, double lag) {
        return with(
                "consumer-fetch-manager-metrics",
                "records-lag",
                lag,
                Map.of(
                        "client-id",
                        "fairstream-1-StreamThread-1-consumer",
                        "topic",
                        topic,
                        "partition",
                        Integer.toString(partition)));
    }

    /** The last poll of a thread. */
    SampleInstance polled(int thread, double secondsAgo) {
        return with(
                "consumer-metrics",
                "last-poll-seconds-ago",
                secondsAgo,
                Map.of("client-id", "fairstream-1-StreamThread-" + thread + "-consumer"));
    }

    private record Fixed(MetricName metricName, Object value, AtomicLong reads) implements Metric {
        @Override
        public Object metricValue() {
            reads.incrementAndGet();
            return value;
        }
    }

    @Override
    public KafkaStreams.State state() {
        return state;
    }

    @Override
    public Duration inState() {
        return inState;
    }

    @Override
    public boolean hasRun() {
        return hasRun;
    }

    @Override
    public Optional<Throwable> failure() {
        return failure;
    }

    @Override
    public Optional<String> waiting() {
        return waiting;
    }

    @Override
    public Restoration restoration() {
        return restoration;
    }

    @Override
    public Tasks tasks() {
        return new Tasks(12, 3);
    }

    @Override
    public Map<MetricName, ? extends Metric> metrics() {
        return metrics;
    }

    @Override
    public Map<String, Long> deadLetters() {
        return deadLetters;
    }

    @Override
    public Map<String, Long> unread() {
        return unread;
    }
}
