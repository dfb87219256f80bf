package io.fairstream.app;

import io.fairstream.app.WatchedInstance.Restoration;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.processor.StateRestoreListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Log of rebalances and of the restoration of state from Kafka. */
final class InstanceLog implements StateRestoreListener {
    private static final long WORTH_A_LINE = 100_000;
    private static final Logger LOG = LoggerFactory.getLogger(InstanceLog.class);

    private final Map<TopicPartition, Restoration> restored = new ConcurrentHashMap<>();
    private volatile boolean hasRun;
    private volatile long changed = System.nanoTime();

    Duration inState() {
        return Duration.ofNanos(System.nanoTime() - changed);
    }

    boolean hasRun() {
        return hasRun;
    }

    /** Progress over all partitions that are being restored. */
    Restoration restoration() {
        Restoration all = Restoration.EMPTY;
        for (Restoration one : restored.values()) {
            all = all.plus(one.total(), one.left());
        }
        return all.left() == 0 ? Restoration.EMPTY : all;
    }

    void changed(KafkaStreams.State now, KafkaStreams.State before) {
        changed = System.nanoTime();
        switch (now) {
            case REBALANCING -> LOG.info("Rebalancing: tasks are being assigned to the instances");
            case RUNNING -> {
                hasRun = true;
                restored.clear();
                LOG.info("Running");
            }
            case ERROR -> LOG.error("Stopped after a failure");
            case PENDING_ERROR -> LOG.error("Stopping after a failure");
            default -> LOG.debug("{} after {}", now, before);
        }
    }

    @Override
    public void onRestoreStart(TopicPartition partition, String store, long from, long end) {
        restored.put(partition, new Restoration(end - from, end - from));
        if (end - from >= WORTH_A_LINE) {
            LOG.info("Restoring {}-{}: {} records", store, partition.partition(), count(end - from));
        }
    }

    @Override
    public void onBatchRestored(TopicPartition partition, String store, long end, long count) {
        Restoration known = restored.getOrDefault(partition, Restoration.EMPTY);
        long before = known.left();
        long now = Math.max(0, before - count);
        restored.put(partition, new Restoration(known.total(), now));
        if (before / WORTH_A_LINE != now / WORTH_A_LINE && now > 0) {
            LOG.info("Restoring {}-{}: about {} records left", store, partition.partition(), count(now));
        }
    }

    @Override
    public void onRestoreEnd(TopicPartition partition, String store, long count) {
        restored.computeIfPresent(partition, (any, known) -> new Restoration(known.total(), 0));
        if (count >= WORTH_A_LINE) {
            LOG.info("Restored {}-{}: {} records", store, partition.partition(), count(count));
        }
    }

    @Override
    public void onRestoreSuspended(TopicPartition partition, String store, long count) {
        restored.remove(partition);
        LOG.info(
                "Restoring {}-{} suspended after {} records; it continues elsewhere",
                store,
                partition.partition(),
                count(count));
    }

    private static String count(long records) {
        return String.format(Locale.ROOT, "%,d", records);
    }
}
