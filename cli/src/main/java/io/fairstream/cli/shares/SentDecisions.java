package io.fairstream.cli.shares;

import io.fairstream.app.config.Settings;
import io.fairstream.client.RecordSender;
import io.fairstream.query.records.CaughtUp;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.PartitionOffsets;
import io.fairstream.query.records.Position;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.records.ValueFormat;
import io.fairstream.schemas.Rejection;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Decisions that were sent to their topic, and their outcome.
 *
 * @param positions of the sent records
 * @param rejectionsBefore end of the rejections before the decisions were sent
 */
record SentDecisions(TopicReader reader, Topic<?> topic, Set<Position> positions, PartitionOffsets rejectionsBefore) {
    /**
     * Sends decisions, and waits until the topology has processed them. If {@code patience} is zero, waits only until the cluster has
     * stored them.
     *
     * @param decisions by key; null deletes a decision
     * @throws Failure if the topology rejects one of them, or takes longer
     */
    static <V> void make(TopicReader reader, Topic<V> topic, Map<String, @Nullable V> decisions, Duration patience)
            throws InterruptedException {
        List<Rejection> refused = send(reader, topic, decisions).await(patience);
        if (!refused.isEmpty()) {
            Rejection first = refused.get(0);
            throw new Failure(String.format(
                    "%d of %d refused, the first as %s: %s",
                    refused.size(), decisions.size(), first.getReason(), first.getDetail()));
        }
    }

    /**
     * Sends decisions in order, and waits until the cluster has stored them.
     *
     * @param decisions by key; null deletes a decision
     */
    public static <V> SentDecisions send(TopicReader reader, Topic<V> topic, Map<String, @Nullable V> decisions) {
        PartitionOffsets before = reader.ends(Topics.REJECTIONS);
        Set<Position> positions = ConcurrentHashMap.newKeySet();
        RecordSender.Arrival arrival =
                (partition, offset) -> positions.add(new Position(partition.partition(), offset));
        try (RecordSender<V> sender = ValueFormat.sender(reader.settings(), topic)) {
            decisions.forEach((key, value) -> {
                if (value == null) {
                    sender.withdraw(key, arrival);
                } else {
                    sender.send(key, value, arrival);
                }
            });
            sender.flush();
        }
        return new SentDecisions(reader, topic, Set.copyOf(positions), before);
    }

    /**
     * Waits until the topology has processed the decisions; does not wait if {@code patience} is zero.
     *
     * @return the rejections
     * @throws Failure if it takes longer
     */
    public List<Rejection> await(Duration patience) throws InterruptedException {
        if (patience.isZero()) {
            return List.of();
        }
        Settings settings = reader.settings();
        String name = topic.in(settings.topicPrefix());
        long deadline = System.nanoTime() + patience.toNanos();
        Runnable check = () -> {
            if (System.nanoTime() > deadline) {
                throw new Failure(String.format(
                        "not applied within %d s by the topology %s (expected: a running one; the edit stays in %s "
                                + "and is applied later)",
                        patience.toSeconds(), settings.applicationId(), name));
            }
        };
        try (CaughtUp caughtUp = new CaughtUp(settings, check)) {
            caughtUp.awaitInput(topic);
        }
        List<Rejection> refused = new ArrayList<>();
        reader.readSince(Topics.REJECTIONS, rejectionsBefore, row -> {
            Rejection rejection = row.value();
            if (rejection != null
                    && rejection.getTopic().equals(name)
                    && positions.contains(new Position(rejection.getPartition(), rejection.getOffset()))) {
                refused.add(rejection);
            }
        });
        return refused;
    }
}
