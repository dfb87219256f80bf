package io.fairstream.simulation.kafka;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** One transaction: what it wrote where, and what became of it. */
final class Transaction {
    private final String producer;
    private final long begun;
    private final Set<TopicPartition> unmarked = new LinkedHashSet<>();
    private final Map<TopicPartition, OffsetAndMetadata> offsets = new LinkedHashMap<>();
    private boolean isEnding;
    private boolean isCommitted;

    Transaction(String producer, long begun) {
        this.producer = producer;
        this.begun = begun;
    }

    String producer() {
        return producer;
    }

    /** Begin of the transaction, milliseconds since 1970. */
    long begun() {
        return begun;
    }

    /** The partitions that do not know yet what became of it. */
    Set<TopicPartition> unmarked() {
        return unmarked;
    }

    /** The positions of the group that it commits. */
    Map<TopicPartition, OffsetAndMetadata> offsets() {
        return offsets;
    }

    void wrote(TopicPartition partition) {
        unmarked.add(partition);
    }

    void end(boolean commits) {
        isEnding = true;
        isCommitted = commits;
    }

    /** True if the end of the transaction is decided, though not every partition knows it. */
    boolean isEnding() {
        return isEnding;
    }

    boolean isCommitted() {
        return isCommitted;
    }

    boolean isOver() {
        return isEnding && unmarked.isEmpty() && offsets.isEmpty();
    }
}
