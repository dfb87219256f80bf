package io.fairstream.simulation.instance;

import io.fairstream.app.TopologyConfigs;
import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.registry.SchemaRegistry;
import io.fairstream.simulation.history.SimulatedRegistry;
import io.fairstream.simulation.kafka.Broker;
import io.fairstream.streams.AccountingTopology;
import io.fairstream.streams.avro.SerdeFactory;
import io.fairstream.streams.runtime.TopologyConfig;
import io.fairstream.streams.runtime.WriteBackStores.HeapLimits;
import io.fairstream.streams.runtime.WriteBackStores.LocalStores;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyAccess;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.internals.InternalTopologyBuilder;
import org.apache.kafka.streams.processor.internals.InternalTopologyBuilder.TopicsInfo;
import org.apache.kafka.streams.processor.internals.TaskAccess;

/** The topology under some settings, as every instance with these settings runs it. */
public final class Application {
    private static final int FEW_CHANGED = 2;

    private final Settings settings;
    private final TopologyConfig.Partitions partitions;
    private final StreamsConfig config;
    private final Map<Integer, TopicsInfo> subtopologies;

    /** @param partitions of all topics */
    public Application(Settings settings, int partitions) {
        this.settings = settings;
        this.partitions = new TopologyConfig.Partitions(partitions, partitions, partitions, partitions, partitions);
        config = new StreamsConfig(settings.streams());
        subtopologies = TaskAccess.subtopologies(topology(LocalStores.ROCKS_DB, SimulatedRegistry.get()));
    }

    public Settings settings() {
        return settings;
    }

    StreamsConfig config() {
        return config;
    }

    /** The topology of one instance, with its state on a disk. */
    InternalTopologyBuilder topology(LocalStores local, SchemaRegistry registry) {
        TopologyConfig instance = instance(TopologyConfigs.of(settings, partitions));
        return TopologyAccess.builder(AccountingTopology.build(instance, new SerdeFactory(registry), local), config);
    }

    /** Where states hardly may be on the heap, only few may change, or come under other terms, between two writes. */
    private TopologyConfig instance(TopologyConfig of) {
        return settings.get(Keys.STATE_CACHE_MAX_ENTRIES) > 1
                ? of
                : new TopologyConfig(
                        of.prefix(),
                        of.halfLife(),
                        of.factors(),
                        of.retention(),
                        of.times(),
                        of.refresh(),
                        of.chargesSuspended(),
                        of.repartition(),
                        of.fairShare(),
                        of.rankingInterval(),
                        of.volunteers(),
                        of.jobs(),
                        of.nodeSilence(),
                        of.partitions(),
                        new HeapLimits(1, FEW_CHANGED));
    }

    /** Creates all topics, internal ones included. */
    public void createTopics(Broker broker) {
        Topics.all().forEach(topic -> broker.create(topic.in(settings.topicPrefix()), partitions.matches()));
        for (TopicsInfo topics : subtopologies.values()) {
            topics.repartitionSourceTopics.forEach((topic, made) ->
                    broker.create(topic, made.numberOfPartitions().orElse(partitions.matches())));
            int tasks = topics.sourceTopics.stream()
                    .mapToInt(broker::partitions)
                    .max()
                    .orElse(1);
            topics.stateChangelogTopics.keySet().forEach(topic -> broker.create(topic, tasks));
        }
    }

    /**
     * The tasks, and what each reads; without those that nothing can reach.
     *
     * @param written the topics that clients write, without prefix
     */
    public Map<TaskId, Set<TopicPartition>> tasks(Broker broker, Set<String> written) {
        Set<String> reached = new HashSet<>();
        written.forEach(topic -> reached.add(settings.topicPrefix() + topic));
        Map<Integer, TopicsInfo> work = new TreeMap<>();
        for (int before = -1; before < work.size(); ) {
            before = work.size();
            subtopologies.forEach((id, topics) -> {
                if (topics.sourceTopics.stream().anyMatch(reached::contains)) {
                    work.put(id, topics);
                    reached.addAll(topics.sinkTopics);
                }
            });
        }
        Map<TaskId, Set<TopicPartition>> tasks = new TreeMap<>(Comparator.naturalOrder());
        work.forEach((id, topics) -> new TreeSet<>(topics.sourceTopics).forEach(topic -> {
            for (int partition = 0; partition < broker.partitions(topic); partition++) {
                tasks.computeIfAbsent(new TaskId(id, partition), task -> new LinkedHashSet<>())
                        .add(new TopicPartition(topic, partition));
            }
        }));
        return tasks;
    }
}
