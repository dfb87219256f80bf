package io.fairstream.streams.app;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.streams.KafkaStreams;

/** An instance of the topology as who operates it sees it. Safe for any thread; asks nobody. */
public interface WatchedInstance {
    KafkaStreams.State state();

    /** Time that the instance has spent in this state. */
    Duration inState();

    /** Checks whether the instance has ever worked since its start. */
    boolean hasRun();

    /** Failure of the instance, if any. */
    Optional<Throwable> failure();

    /** Why it waits for the schema registry, if it does; it goes on by itself. */
    Optional<String> waiting();

    Restoration restoration();

    Tasks tasks();

    /** The metrics of Kafka Streams, its clients, and of the accounting itself. */
    Map<MetricName, ? extends Metric> metrics();

    /** Number of records of each topic that went to the dead letters. */
    Map<String, Long> deadLetters();

    /** Offsets of each topic that were deleted before they were read. */
    Map<String, Long> unread();

    /**
     * Tasks of the instance.
     *
     * @param active tasks that it does
     * @param standby tasks of which it keeps a copy of the state
     */
    record Tasks(int active, int standby) {}

    /**
     * Progress of restoring local state from Kafka.
     *
     * @param total records that are to be restored, those done included; 0 if there is nothing to do
     * @param left records that are not restored yet
     */
    public record Restoration(long total, long left) {
        /** Nothing is to be restored. */
        public static final Restoration NONE = new Restoration(0, 0);

        /** Part that is restored, 0 to 1. */
        public double done() {
            return total == 0 ? 1 : (double) (total - left) / total;
        }

        Restoration plus(long moreTotal, long moreLeft) {
            return new Restoration(total + moreTotal, left + moreLeft);
        }
    }
}
