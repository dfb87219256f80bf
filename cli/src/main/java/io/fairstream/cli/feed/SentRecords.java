package io.fairstream.cli.feed;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * Offsets of the records that were sent to one topic, as bits, since records of other producers lie between them. Offsets of a
 * partition must be added in ascending order. Safe for several threads.
 */
final class SentRecords {
    private final Map<Integer, Offsets> byPartition = new HashMap<>();

    private record Offsets(long first, BitSet since) {}

    synchronized void add(TopicPartition partition, long offset) {
        Offsets offsets =
                byPartition.computeIfAbsent(partition.partition(), number -> new Offsets(offset, new BitSet()));
        offsets.since().set(Math.toIntExact(offset - offsets.first()));
    }

    synchronized boolean contains(int partition, long offset) {
        Offsets offsets = byPartition.get(partition);
        long index = offsets == null ? -1 : offset - offsets.first();
        return offsets != null
                && index >= 0
                && index < offsets.since().length()
                && offsets.since().get((int) index);
    }
}
