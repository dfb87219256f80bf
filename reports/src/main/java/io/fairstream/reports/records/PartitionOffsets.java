package io.fairstream.reports.records;

import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/** An offset for each of some partitions. */
public record PartitionOffsets(Map<TopicPartition, Long> offsets) {
    public PartitionOffsets {
        offsets = Map.copyOf(offsets);
    }

    public Set<TopicPartition> partitions() {
        return offsets.keySet();
    }

    /**
     * The partition's offset.
     *
     * @throws IllegalArgumentException if it has none
     */
    public long of(TopicPartition partition) {
        Long offset = offsets.get(partition);
        if (offset == null) {
            throw new IllegalArgumentException(partition + " (expected: one of " + partitions() + ")");
        }
        return offset;
    }

    /** The partition's offset, or this one if it has none. */
    public long of(TopicPartition partition, long otherwise) {
        return offsets.getOrDefault(partition, otherwise);
    }
}
