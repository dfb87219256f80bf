package io.fairstream.streams.app;

import io.fairstream.schemas.SteeringTopics;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.config.Settings;
import io.fairstream.streams.stage.Accounting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** How many partitions the topics have that are read. */
final class InputPartitions {
    private InputPartitions() {}

    /**
     * Asks the cluster.
     *
     * @throws TopicsUnfit naming every topic that is missing, or those whose partitions must agree and do not
     */
    static Accounting.Partitions of(Settings settings) {
        Map<String, Integer> counts = counts(settings);
        int charges = count(counts, Topics.CHARGES);
        for (Topic<?> decisions : List.of(Topics.ACCOUNT_EDITS, Topics.SHARES)) {
            if (count(counts, decisions) != charges && !settings.repartition()) {
                throw new TopicsUnfitException(String.format(
                        "%s has %d partitions and %s has %d (expected: as many, or topology.repartition=true)",
                        decisions.in(settings.topicPrefix()),
                        count(counts, decisions),
                        Topics.CHARGES.in(settings.topicPrefix()),
                        charges));
            }
        }
        return new Accounting.Partitions(
                count(counts, Topics.MATCHES),
                count(counts, Topics.JOB_EVENTS),
                count(counts, Topics.SESSION_DELTAS),
                count(counts, Topics.HOST_REPORTS),
                charges);
    }

    private static int count(Map<String, Integer> counts, Topic<?> topic) {
        return Objects.requireNonNull(counts.get(topic.name()));
    }

    private static Map<String, Integer> counts(Settings settings) {
        Map<String, Integer> counts = new TreeMap<>();
        List<String> missing = new ArrayList<>();
        try (Admin admin = Admin.create(settings.admin())) {
            List<String> names = Topics.all().stream()
                    .filter(topic -> !SteeringTopics.ALL.contains(topic))
                    .map(topic -> topic.in(settings.topicPrefix()))
                    .toList();
            admin.describeTopics(names).topicNameValues().forEach((name, answer) -> {
                int count = count(name, answer);
                if (count == 0) {
                    missing.add(name);
                }
                counts.put(name.substring(settings.topicPrefix().length()), count);
            });
        }
        if (!missing.isEmpty()) {
            throw new TopicsUnfitException(
                    "missing topics: " + String.join(", ", missing) + " (create them: topics create)");
        }
        return counts;
    }

    private static int count(String name, KafkaFuture<TopicDescription> answer) {
        try {
            return answer.get().partitions().size();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return 0;
            }
            throw new KafkaException("cannot describe " + name + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException(e);
        }
    }
}
