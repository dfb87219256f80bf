package io.fairstream.query.records;

import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/** Offsets by partition. */
public record PartitionOffsets(Map<TopicPartition, Long> offsets) {
    public PartitionOffsets {
        offsets = Map.copyOf(offsets);
    }

    public Set<TopicPartition> partitions() {
        return offsets.keySet();
    }

    /**
     * Returns the partition's offset.
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

    /** Returns the partition's offset, or {@code otherwise} if it has none. */
    public long of(TopicPartition partition, long otherwise) {
        return offsets.getOrDefault(partition, otherwise);
    }
}
