package io.fairstream.admin;

import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicExistsException;

/** Administration of the catalogue's topics on a cluster: lists existing ones and creates missing ones. */
public final class TopicAdmin implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(20);

    private final Admin admin;
    private final Settings settings;

    /**
     * An existing topic.
     *
     * @param config in force, including defaults
     */
    public record Found(int partitions, int replicas, Map<String, String> config) {}

    public TopicAdmin(Settings settings) {
        this.admin = Admin.create(settings.admin());
        this.settings = settings;
    }

    @Override
    public void close() {
        admin.close();
    }

    /**
     * Creates missing topics, with the partitions and replicas of the settings. On return clients can use them.
     *
     * @return the names of the created topics, with prefix
     */
    public Set<String> createMissing() throws InterruptedException, ExecutionException {
        return createMissing(Topics.all().stream().map(this::creation).toList());
    }

    /** As {@link #createMissing()}, for topics of other writers, by their full names. */
    public Set<String> createMissing(Collection<String> names) throws InterruptedException, ExecutionException {
        return createMissing(names.stream().map(this::creation).toList());
    }

    private Set<String> createMissing(List<NewTopic> wanted) throws InterruptedException, ExecutionException {
        Set<String> existing = admin.listTopics().names().get();
        List<NewTopic> missing = wanted.stream()
                .filter(topic -> !existing.contains(topic.name()))
                .toList();
        Set<String> created = new HashSet<>();
        for (var creation : admin.createTopics(missing).values().entrySet()) {
            try {
                creation.getValue().get();
                created.add(creation.getKey());
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof TopicExistsException)) {
                    throw e;
                }
            }
        }
        awaitLeaders(missing);
        return created;
    }

    /**
     * Waits until each new partition answers. A broker may know a topic before it serves it. If it rejects the first
     * batch of an idempotent producer meanwhile and accepts the second, the producer cannot send any more.
     */
    private void awaitLeaders(Collection<NewTopic> created) throws InterruptedException, ExecutionException {
        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        for (NewTopic topic : created) {
            for (int partition = 0; partition < topic.numPartitions(); partition++) {
                ends.put(new TopicPartition(topic.name(), partition), OffsetSpec.latest());
            }
        }
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!answer(ends, System.nanoTime() > deadline)) {
            Thread.sleep(POLL.toMillis());
        }
    }

    private boolean answer(Map<TopicPartition, OffsetSpec> ends, boolean isLastTry)
            throws InterruptedException, ExecutionException {
        try {
            admin.listOffsets(ends).all().get();
            return true;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RetriableException && !isLastTry) {
                return false;
            }
            throw e;
        }
    }

    /** Returns the number of partitions of a topic, if it exists. */
    public OptionalInt partitions(Topic<?> topic) throws InterruptedException, ExecutionException {
        Found found = find().get(topic.name());
        return found == null ? OptionalInt.empty() : OptionalInt.of(found.partitions());
    }

    /** As {@link #find()}, for the cluster of the settings. */
    public static Map<String, Found> find(Settings settings) throws InterruptedException {
        try (TopicAdmin admin = new TopicAdmin(settings)) {
            return admin.find();
        } catch (ExecutionException e) {
            throw new CompletionException(e.getCause());
        }
    }

    /** Returns the existing topics of the catalogue, by their name without prefix. */
    public Map<String, Found> find() throws InterruptedException, ExecutionException {
        Set<String> existing = admin.listTopics().names().get();
        Map<String, String> names = new TreeMap<>();
        Topics.all().stream()
                .filter(topic -> existing.contains(topic.in(settings.topicPrefix())))
                .forEach(topic -> names.put(topic.in(settings.topicPrefix()), topic.name()));
        Map<String, Map<String, String>> configs = configs(admin, ConfigResource.Type.TOPIC, names.keySet());
        Map<String, Found> found = new HashMap<>();
        for (TopicDescription description :
                admin.describeTopics(names.keySet()).allTopicNames().get().values()) {
            found.put(
                    names.getOrDefault(description.name(), description.name()),
                    new Found(
                            description.partitions().size(),
                            description.partitions().get(0).replicas().size(),
                            configs.getOrDefault(description.name(), Map.of())));
        }
        return found;
    }

    private NewTopic creation(Topic<?> topic) {
        return creation(topic.in(settings.topicPrefix())).configs(topic.config());
    }

    private NewTopic creation(String name) {
        return new NewTopic(
                name,
                settings.get(Keys.PARTITIONS),
                settings.get(Keys.REPLICATION_FACTOR).shortValue());
    }

    /** Returns the configuration in force for topics or brokers, defaults included, by their names. */
    public static Map<String, Map<String, String>> configs(
            Admin admin, ConfigResource.Type type, Collection<String> names)
            throws InterruptedException, ExecutionException {
        List<ConfigResource> resources =
                names.stream().map(name -> new ConfigResource(type, name)).toList();
        Map<String, Map<String, String>> configs = new HashMap<>();
        admin.describeConfigs(resources).all().get().forEach((resource, config) -> {
            Map<String, String> entries = new HashMap<>();
            for (ConfigEntry entry : config.entries()) {
                if (entry.value() != null) {
                    entries.put(entry.name(), entry.value());
                }
            }
            configs.put(resource.name(), entries);
        });
        return configs;
    }
}
