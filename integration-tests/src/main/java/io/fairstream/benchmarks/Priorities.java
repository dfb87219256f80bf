package io.fairstream.benchmarks;

import io.fairstream.app.config.Settings;
import io.fairstream.query.records.ValueFormat;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.HalfLife.RealPriority;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.PriorityAt;
import io.fairstream.schemas.Topics;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/** The last committed row of each customer, as an application left it. */
final class Priorities {
    private static final double NEAR = 1e-6;
    private static final double MAX_LOWER = 0.01;
    private static final Duration POLL = Duration.ofMillis(200);

    private final Map<String, Priority> rows = new HashMap<>();

    private Priorities() {}

    /** Reads all. */
    static Priorities of(Settings settings) {
        Priorities priorities = new Priorities();
        Map<String, Object> properties = new HashMap<>(settings.consumer());
        properties.put("fetch.max.wait.ms", 20);
        try (var consumer = new KafkaConsumer<>(
                properties, new StringDeserializer(), new ValueFormat(settings).reads(Topics.PRIORITIES))) {
            priorities.read(consumer, Topics.PRIORITIES.in(settings.topicPrefix()));
        }
        return priorities;
    }

    private void read(KafkaConsumer<String, Priority> consumer, String topic) {
        List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                .map(info -> new TopicPartition(topic, info.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            consumer.poll(POLL).forEach(row -> rows.put(row.key(), row.value()));
        }
    }

    /**
     * Demands that others have the same customers with the same use, and the same real priorities but for the floor: who lets it
     * act on what is published only is lower, where it has acted before, by not more than what the start of 0.5 has lost since.
     *
     * @return the share of the customers whose real priorities are more than a millionth lower, 0 to 1
     * @throws IOException at a difference that the floor does not explain, or when it has acted on more than a hundredth of the customers
     */
    double lower(Priorities others, String who) throws IOException {
        if (!rows.keySet().equals(others.rows.keySet())) {
            throw new IOException(
                    who + ": " + others.rows.size() + " customers (expected: the same " + rows.size() + ")");
        }
        int lower = 0;
        for (Priority row : rows.values()) {
            lower += isLower(row, Objects.requireNonNull(others.rows.get(row.getCustomer())), who) ? 1 : 0;
        }
        if (lower > MAX_LOWER * rows.size()) {
            throw new IOException(who + ": " + lower + " of " + rows.size() + " real priorities are lower");
        }
        return (double) lower / rows.size();
    }

    /** Rows are also published because time has passed, so both are brought to the later instant. */
    private static boolean isLower(Priority published, Priority others, String who) throws IOException {
        Instant at = published.getAsOf().isAfter(others.getAsOf()) ? published.getAsOf() : others.getAsOf();
        Priority row = PriorityAt.evaluate(published, at);
        Priority other = PriorityAt.evaluate(others, at);
        boolean isNear = isNear(row.getRealPriority(), other.getRealPriority());
        if (!isSameUse(row, other) || !(isNear || isLowerByFloor(row, other))) {
            throw new IOException(who + ": " + other + " (expected: " + row + ")");
        }
        return !isNear;
    }

    private static boolean isLowerByFloor(Priority row, Priority other) {
        Instant begin = Objects.requireNonNull(row.getBeginUsage());
        long millis = Duration.between(begin, row.getAsOf()).toMillis();
        double lost = RealPriority.late(RealPriority.FLOOR, millis, new HalfLife(row.getHalfLifeSeconds()));
        double difference = row.getRealPriority() - other.getRealPriority();
        return difference > 0 && difference <= lost;
    }

    private static boolean isSameUse(Priority one, Priority other) {
        return one.getResourcesInUse() == other.getResourcesInUse()
                && one.getWeightInUse() == other.getWeightInUse()
                && Objects.equals(one.getBeginUsage(), other.getBeginUsage())
                && isNear(one.getAccumulatedUsage(), other.getAccumulatedUsage())
                && isNear(one.getWeightedAccumulatedUsage(), other.getWeightedAccumulatedUsage());
    }

    private static boolean isNear(double one, double other) {
        return Math.abs(one - other) <= NEAR * Math.max(Math.abs(one), Math.abs(other));
    }
}
