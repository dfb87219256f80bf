package io.fairstream.simulation.instance;

import io.fairstream.simulation.kafka.Broker;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.internals.Task;
import org.apache.kafka.streams.processor.internals.TaskAccess;

/** Reads the changelogs of a task into its state: of an active one up to where they ended when it began, of a standby on and on. */
final class Restoring {
    private final Task task;
    private final Broker broker;
    private final Map<TopicPartition, Long> positions;
    private final Map<TopicPartition, Long> ends = new HashMap<>();

    Restoring(Task task, Broker broker) {
        this.task = task;
        this.broker = broker;
        this.positions = new HashMap<>(TaskAccess.changelogOffsets(task));
        positions
                .keySet()
                .forEach(changelog -> ends.put(changelog, broker.log(changelog).end()));
    }

    /** Restores some more records of each changelog. */
    void next(int most) {
        positions.replaceAll((changelog, position) -> {
            List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
            long next = broker.log(changelog).read(position, most, records::add);
            TaskAccess.restore(task, changelog, records);
            return next;
        });
    }

    /** True if all records that were there at the begin are restored. */
    boolean isComplete() {
        return positions.entrySet().stream()
                .allMatch(position -> position.getValue() >= ends.getOrDefault(position.getKey(), 0L));
    }
}
