package io.fairstream.simulation.kafka;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/** Consumer as a task needs it: committed offsets and the present position. Records are handed to tasks by the instance. */
public final class SimulatedConsumer extends MockConsumer<byte[], byte[]> {
    private final Broker broker;
    private final Map<TopicPartition, Long> positions = new HashMap<>();

    public SimulatedConsumer(Broker broker) {
        super("earliest");
        this.broker = broker;
    }

    /** Reads on from where the group has committed. */
    public void begin(Set<TopicPartition> partitions) {
        partitions.forEach(partition -> positions.put(partition, broker.position(partition)));
    }

    /** Reads on from there. */
    @Override
    public synchronized void seek(TopicPartition partition, long offset) {
        positions.put(partition, offset);
    }

    /** @throws TimeoutException if a transaction decides about them of which it is not known what becomes of it */
    @Override
    public synchronized Map<TopicPartition, OffsetAndMetadata> committed(Set<TopicPartition> partitions) {
        Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();
        for (TopicPartition partition : partitions) {
            if (broker.isUnstable(partition)) {
                throw new TimeoutException(partition + ": its position is being committed");
            }
            committed.put(partition, broker.committed(partition));
        }
        return committed;
    }

    @Override
    public synchronized long position(TopicPartition partition) {
        return positions.getOrDefault(partition, 0L);
    }

    @Override
    public OptionalLong currentLag(TopicPartition partition) {
        return OptionalLong.of(broker.log(partition).stableEnd() - position(partition));
    }

    @Override
    public synchronized void pause(Collection<TopicPartition> partitions) {
        // the instance decides of what it reads more
    }

    @Override
    public synchronized void resume(Collection<TopicPartition> partitions) {
        // the instance decides of what it reads more
    }
}
