package io.fairstream.streams.app;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.processor.StateRestoreListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says in the log when work is divided anew among instances, and what is restored from Kafka before it goes on. */
final class InstanceLog implements StateRestoreListener {
    private static final long WORTH_A_LINE = 100_000;
    private static final Logger LOG = LoggerFactory.getLogger(InstanceLog.class);

    private final Map<TopicPartition, Long> left = new ConcurrentHashMap<>();

    void changed(KafkaStreams.State now, KafkaStreams.State before) {
        switch (now) {
            case REBALANCING -> LOG.info("rebalancing: work is being divided among the instances");
            case RUNNING -> LOG.info("running");
            case ERROR -> LOG.error("stopped by a failure");
            case PENDING_ERROR -> LOG.error("stopping after a failure");
            default -> LOG.debug("{} after {}", now, before);
        }
    }

    @Override
    public void onRestoreStart(TopicPartition partition, String store, long from, long end) {
        left.put(partition, end - from);
        if (end - from >= WORTH_A_LINE) {
            LOG.info("restoring {} {}: {} records", store, partition.partition(), count(end - from));
        }
    }

    @Override
    public void onBatchRestored(TopicPartition partition, String store, long end, long count) {
        long before = left.getOrDefault(partition, 0L);
        long now = before - count;
        left.put(partition, now);
        if (before / WORTH_A_LINE != now / WORTH_A_LINE && now > 0) {
            LOG.info("restoring {} {}: about {} records left", store, partition.partition(), count(now));
        }
    }

    @Override
    public void onRestoreEnd(TopicPartition partition, String store, long restored) {
        left.remove(partition);
        if (restored > 0) {
            LOG.info("restored {} {}: {} records", store, partition.partition(), count(restored));
        }
    }

    @Override
    public void onRestoreSuspended(TopicPartition partition, String store, long restored) {
        left.remove(partition);
        LOG.info("restoring {} {} goes on elsewhere after {} records", store, partition.partition(), count(restored));
    }

    private static String count(long records) {
        return String.format(Locale.ROOT, "%,d", records);
    }
}
