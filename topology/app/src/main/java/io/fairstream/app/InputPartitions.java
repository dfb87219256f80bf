package io.fairstream.app;

import io.fairstream.app.FairstreamApp.TopicsUnfitException;
import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topic.SteeringTopics;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.AccountingTopology;
import io.fairstream.streams.runtime.Stage.StageSpec;
import io.fairstream.streams.runtime.TopologyConfig;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Number of tasks of each kind of stage with state: the partitions of its input topic, or those of its state if the input got more
 * partitions later.
 */
final class InputPartitions {
    private final Settings settings;
    private final List<StageSpec<?>> stages;
    private final Map<String, Integer> counts;

    private InputPartitions(Settings settings) {
        this.settings = settings;
        stages = AccountingTopology.stages(TopologyConfigs.inMemory(settings));
        counts = counts();
    }

    /**
     * Reads the numbers of partitions from the cluster.
     *
     * @throws TopicsUnfitException naming every missing topic, or those whose numbers of partitions must agree and do not
     */
    static TopologyConfig.Partitions of(Settings settings) {
        return new InputPartitions(settings).partitions();
    }

    private TopologyConfig.Partitions partitions() {
        int charges = count(Topics.CHARGES);
        for (StageSpec<?> stage : stages) {
            int state = state(stage);
            if (stage.accounts() != null && state != 0 && state != charges) {
                throw new TopicsUnfitException(String.format(
                        "%s has %d partitions, and %s has its state in %d (expected: as many; for more accounts at once start"
                                + " under another topic.prefix and application.id, and replay the events)",
                        name(Topics.CHARGES), charges, stage.name(), state));
            }
        }
        for (Topic<?> decisions : List.of(Topics.ACCOUNT_EDITS, Topics.SHARES)) {
            if (count(decisions) != charges && !settings.get(Keys.TOPOLOGY_REPARTITION)) {
                throw new TopicsUnfitException(String.format(
                        "%s has %d partitions and %s has %d (expected: as many, or topology.repartition=true)",
                        name(decisions), count(decisions), name(Topics.CHARGES), charges));
            }
        }
        return new TopologyConfig.Partitions(
                tasks(Topics.MATCHES),
                tasks(Topics.JOB_EVENTS),
                tasks(Topics.SESSION_DELTAS),
                tasks(Topics.HOST_REPORTS),
                charges);
    }

    /** With {@code topology.repartition}, an input that got more partitions keeps the tasks of its state, and each key its state. */
    private int tasks(Topic<?> input) {
        StageSpec<?> ledger = stages.stream()
                .filter(stage -> input.equals(stage.reads()))
                .findFirst()
                .orElseThrow();
        int state = state(ledger);
        if (state == 0 || state == count(input)) {
            return count(input);
        }
        if (!settings.get(Keys.TOPOLOGY_REPARTITION)) {
            throw new TopicsUnfitException(String.format(
                    "%s has %d partitions, and %s has its state in %d (expected: as many, or topology.repartition=true for"
                            + " all instances, with which each key goes on where its state is)",
                    name(input), count(input), ledger.name(), state));
        }
        return state;
    }

    private String name(Topic<?> topic) {
        return topic.in(settings.topicPrefix());
    }

    private int count(Topic<?> topic) {
        return Objects.requireNonNull(counts.get(name(topic)));
    }

    /** Number of partitions of a stage's state; 0 if there is no state yet. */
    private int state(StageSpec<?> stage) {
        return Objects.requireNonNull(counts.get(changelog(stage)));
    }

    private String changelog(StageSpec<?> stage) {
        return settings.applicationId() + "-" + stage.name() + "-changelog";
    }

    private Map<String, Integer> counts() {
        Map<String, Integer> found = new TreeMap<>();
        List<String> missing = new ArrayList<>();
        Set<String> topics = new LinkedHashSet<>();
        Topics.all().stream()
                .filter(topic -> !SteeringTopics.ALL.contains(topic))
                .forEach(topic -> topics.add(name(topic)));
        Set<String> asked = new LinkedHashSet<>(topics);
        stages.forEach(stage -> asked.add(changelog(stage)));
        try (Admin admin = Admin.create(settings.admin())) {
            admin.describeTopics(asked).topicNameValues().forEach((name, answer) -> {
                int count = count(name, answer);
                if (count == 0 && topics.contains(name)) {
                    missing.add(name);
                }
                found.put(name, count);
            });
        }
        if (!missing.isEmpty()) {
            throw new TopicsUnfitException(
                    "missing topics: " + String.join(", ", missing) + " (create them: topics create)");
        }
        return found;
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
