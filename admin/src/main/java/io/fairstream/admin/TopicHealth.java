package io.fairstream.admin;

import io.fairstream.admin.Diagnosis.Area;
import io.fairstream.admin.TopicAdmin.Found;
import io.fairstream.app.config.Settings;
import io.fairstream.schemas.Topics;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.TopicConfig;

/** Check of the topics against the catalogue, and of the placement of their replicas. */
final class TopicHealth {
    private static final int SAFE_REPLICAS = 3;
    /** Maximum size of a block of charges or a snapshot, including Kafka's overhead. */
    private static final int LARGEST_RECORD = 1_048_588;

    private static final int MAX_NAMED = 4;

    private final Admin admin;
    private final Settings settings;
    private final List<Diagnosis> findings = new ArrayList<>();

    TopicHealth(Admin admin, Settings settings) {
        this.admin = admin;
        this.settings = settings;
    }

    List<Diagnosis> findings() throws ExecutionException, InterruptedException {
        Map<String, Found> found;
        try (TopicAdmin topics = new TopicAdmin(settings)) {
            found = new TreeMap<>(topics.find());
        }
        if (found.isEmpty()) {
            wrong("no topic of the catalogue, with the prefix " + settings.topicPrefix(), "fairstream topics create");
            return findings;
        }
        differences(found);
        int brokers = admin.describeCluster().nodes().get().size();
        each(
                found,
                topic -> topic.replicas() < Math.min(SAFE_REPLICAS, brokers),
                "fewer replicas than three",
                "kafka-reassign-partitions, and replication.factor=3 for new topics");
        each(
                found,
                topic ->
                        topic.replicas() >= SAFE_REPLICAS && number(topic, TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG) < 2,
                "min.insync.replicas 1: a record may be acknowledged when only one disk has it",
                "kafka-configs --alter --add-config min.insync.replicas=2");
        each(
                found,
                topic -> number(topic, TopicConfig.MAX_MESSAGE_BYTES_CONFIG) < LARGEST_RECORD,
                "max.message.bytes below 1 MiB: blocks of charges do not fit",
                "kafka-configs --alter --add-config max.message.bytes=" + LARGEST_RECORD);
        replicas();
        return findings;
    }

    private void differences(Map<String, Found> found) {
        List<Difference> differences = Difference.all(found);
        for (Difference difference : differences) {
            boolean isMissing = difference.property().equals("topic");
            wrong(
                    difference.topic() + ": "
                            + (isMissing
                                    ? "missing"
                                    : difference.property() + " is " + difference.actual() + ", should be "
                                            + difference.expected()),
                    isMissing ? "fairstream topics create" : "kafka-configs, or create the topic again");
        }
        if (differences.isEmpty()) {
            findings.add(Diagnosis.ok(Area.TOPICS, Topics.all().size() + " topics agree with the catalogue"));
        }
    }

    private static long number(Found topic, String key) {
        return Long.parseLong(topic.config().getOrDefault(key, Long.toString(Long.MAX_VALUE)));
    }

    private void each(Map<String, Found> found, Predicate<Found> is, String what, String remedy) {
        List<String> names = found.entrySet().stream()
                .filter(topic -> is.test(topic.getValue()))
                .map(Map.Entry::getKey)
                .toList();
        if (!names.isEmpty()) {
            findings.add(Diagnosis.look(Area.TOPICS, named(names) + ": " + what, remedy));
        }
    }

    /** Checks the replicas of all our topics, including the internal ones of Kafka Streams. */
    private void replicas() throws ExecutionException, InterruptedException {
        List<String> names = admin.listTopics().names().get().stream()
                .filter(name ->
                        name.startsWith(settings.topicPrefix()) || name.startsWith(settings.applicationId() + "-"))
                .sorted()
                .toList();
        Collection<TopicDescription> topics =
                admin.describeTopics(names).allTopicNames().get().values();
        List<String> headless = having(topics, partition -> partition.leader() == null);
        List<String> behind = having(
                topics,
                partition -> partition.isr().size() < partition.replicas().size());
        if (!headless.isEmpty()) {
            wrong(named(headless) + ": a partition without a leader", "start the missing broker");
        }
        if (!behind.isEmpty()) {
            findings.add(Diagnosis.look(
                    Area.TOPICS, named(behind) + ": replicas are behind", "find the missing or slow broker"));
        } else {
            findings.add(Diagnosis.ok(Area.TOPICS, "all replicas of " + names.size() + " topics are in sync"));
        }
    }

    private static List<String> having(Collection<TopicDescription> topics, Predicate<TopicPartitionInfo> is) {
        return topics.stream()
                .filter(topic -> topic.partitions().stream().anyMatch(is))
                .map(TopicDescription::name)
                .sorted()
                .toList();
    }

    private static String named(List<String> names) {
        return names.size() <= MAX_NAMED
                ? String.join(", ", names)
                : String.join(", ", names.subList(0, MAX_NAMED)) + " and " + (names.size() - MAX_NAMED) + " more";
    }

    private void wrong(String found, String remedy) {
        findings.add(Diagnosis.wrong(Area.TOPICS, found, remedy));
    }
}
