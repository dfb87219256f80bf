package io.fairstream.simulation.model;

import io.fairstream.schemas.Rejection;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.simulation.check.SimulatedRecords;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The records of the inputs that the topology took: all but those that it refused or set aside, each with a row that says so. */
final class Taken {
    private final SimulatedRecords records;
    private final Set<String> left = new HashSet<>();

    /**
     * A record of an input.
     *
     * @param value null where a decision was taken back
     */
    record One<V>(String key, @Nullable V value, int partition, long offset) {}

    Taken(SimulatedRecords records) {
        this.records = records;
        records.read(Topics.REJECTIONS, row -> {
            Rejection refused = Objects.requireNonNull(row.value());
            left.add(place(refused.getTopic(), refused.getPartition(), refused.getOffset()));
        });
        left.addAll(records.setAside());
    }

    private static String place(String topic, int partition, long offset) {
        return topic + "/" + partition + "/" + offset;
    }

    /** All of a topic, partition by partition, in the order in which they came. */
    <V> List<One<V>> of(Topic<V> topic) {
        return read(topic, false);
    }

    /** Those of a topic that were refused or set aside, in the same order. */
    <V> List<One<V>> left(Topic<V> topic) {
        return read(topic, true);
    }

    private <V> List<One<V>> read(Topic<V> topic, boolean areLeft) {
        String name = topic.in(records.settings().topicPrefix());
        List<One<V>> taken = new ArrayList<>();
        records.readReadable(topic, row -> {
            String key = row.key();
            if (key != null && left.contains(place(name, row.partition(), row.offset())) == areLeft) {
                taken.add(new One<>(key, row.value(), row.partition(), row.offset()));
            }
        });
        return taken;
    }

    /** The last decision of each key; of those that were taken back none. */
    <V> Map<String, V> latest(Topic<V> topic) {
        Map<String, V> latest = new LinkedHashMap<>();
        for (One<V> one : of(topic)) {
            if (one.value() == null) {
                latest.remove(one.key());
            } else {
                latest.put(one.key(), one.value());
            }
        }
        return latest;
    }
}
