package io.fairstream.app;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.streams.KafkaStreams;

/** View of an instance for operation. Thread-safe; makes no requests. */
public interface WatchedInstance {
    KafkaStreams.State state();

    /** Duration of the current state. */
    Duration inState();

    /** Checks whether the instance has ever been running since its start. */
    boolean hasRun();

    Optional<Throwable> failure();

    /** Reason for waiting for the schema registry; empty if the instance does not wait. It resumes by itself. */
    Optional<String> waiting();

    Restoration restoration();

    Tasks tasks();

    /** Metrics of Kafka Streams, its clients and the accounting. */
    Map<MetricName, ? extends Metric> metrics();

    /** Number of dead letters by topic. */
    Map<String, Long> deadLetters();

    /** Number of offsets of each topic that were deleted before they were read. */
    Map<String, Long> unread();

    /** Numbers of tasks that the instance processes, and of those whose state it copies. */
    record Tasks(int active, int standby) {}

    /** Progress of restoring local state from Kafka: records to restore, those done included (0 if there are none), and those left. */
    public record Restoration(long total, long left) {
        public static final Restoration EMPTY = new Restoration(0, 0);

        /** Restored part, 0 to 1. */
        public double done() {
            return total == 0 ? 1 : (double) (total - left) / total;
        }

        Restoration plus(long moreTotal, long moreLeft) {
            return new Restoration(total + moreTotal, left + moreLeft);
        }
    }
}
