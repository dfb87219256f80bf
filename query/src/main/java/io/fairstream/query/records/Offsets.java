package io.fairstream.query.records;

import io.fairstream.app.UnreadRange;
import io.fairstream.app.config.Settings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Begin and end offsets of topics, and committed offsets of a consumer group. */
public final class Offsets implements AutoCloseable {
    private final Admin admin;

    public Offsets(Settings settings) {
        this(settings.admin());
    }

    /** @param properties of the admin client */
    Offsets(Map<String, Object> properties) {
        admin = Admin.create(properties);
    }

    /**
     * Returns the partitions of the topics.
     *
     * @throws Failure naming all missing topics
     */
    public List<TopicPartition> partitions(Collection<String> topics) {
        return require(topics, "create them: topics create");
    }

    /**
     * As {@link #partitions}.
     *
     * @param remedy advice for missing topics
     */
    public List<TopicPartition> require(Collection<String> topics, String remedy) {
        List<TopicPartition> partitions = new ArrayList<>();
        TreeSet<String> missing = new TreeSet<>();
        admin.describeTopics(topics).topicNameValues().forEach((topic, answer) -> {
            try {
                TopicDescription description = get(answer);
                description.partitions().forEach(each -> partitions.add(new TopicPartition(topic, each.partition())));
            } catch (UnknownTopicOrPartitionException e) {
                missing.add(topic);
            }
        });
        if (!missing.isEmpty()) {
            throw new Failure("missing topics: " + String.join(", ", missing) + " (" + remedy + ")");
        }
        return partitions;
    }

    /** Returns the first available offsets. */
    public PartitionOffsets begins(Collection<TopicPartition> partitions) {
        return offsets(partitions, OffsetSpec.earliest(), IsolationLevel.READ_UNCOMMITTED);
    }

    /** Returns the offsets after the last record, committed or not. */
    public PartitionOffsets ends(Collection<TopicPartition> partitions) {
        return offsets(partitions, OffsetSpec.latest(), IsolationLevel.READ_UNCOMMITTED);
    }

    /** Returns the ranges that were deleted from these partitions before the group read them. */
    List<UnreadRange> deletedAhead(String group, Collection<TopicPartition> partitions) {
        PartitionOffsets begins = begins(partitions);
        PartitionOffsets committed = committed(group);
        return partitions.stream()
                .map(each -> new UnreadRange(
                        each.topic(), each.partition(), committed.of(each, begins.of(each)), begins.of(each)))
                .filter(range -> range.offsets() > 0)
                .toList();
    }

    /** Returns the last stable offsets: no transaction is open before them. */
    public PartitionOffsets stableEnds(Collection<TopicPartition> partitions) {
        return offsets(partitions, OffsetSpec.latest(), IsolationLevel.READ_COMMITTED);
    }

    /** Returns the group's committed offsets; a partition without one is absent. */
    public PartitionOffsets committed(String group) {
        Map<TopicPartition, Long> committed = new HashMap<>();
        try {
            get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
                    .forEach((partition, offset) -> {
                        if (offset != null) {
                            committed.put(partition, offset.offset());
                        }
                    });
        } catch (GroupIdNotFoundException e) {
            return new PartitionOffsets(Map.of());
        }
        return new PartitionOffsets(committed);
    }

    /** Returns true if the group has members. */
    public boolean hasMembers(String group) {
        return group(group).filter(found -> !found.members().isEmpty()).isPresent();
    }

    /** Returns the group and its members; empty if there is none. */
    public Optional<ConsumerGroupDescription> group(String group) {
        try {
            return Optional.ofNullable(
                    get(admin.describeConsumerGroups(List.of(group)).all()).get(group));
        } catch (GroupIdNotFoundException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns the time at which the newest record of each partition was sent, milliseconds since 1970; an empty partition is
     * absent.
     */
    public Map<TopicPartition, Long> newest(Collection<TopicPartition> partitions) {
        Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
        partitions.forEach(partition -> wanted.put(partition, OffsetSpec.maxTimestamp()));
        Map<TopicPartition, Long> newest = new HashMap<>();
        get(admin.listOffsets(wanted).all()).forEach((partition, info) -> {
            if (info.timestamp() >= 0) {
                newest.put(partition, info.timestamp());
            }
        });
        return newest;
    }

    @Override
    public void close() {
        admin.close();
    }

    private PartitionOffsets offsets(Collection<TopicPartition> partitions, OffsetSpec spec, IsolationLevel isolation) {
        Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
        partitions.forEach(partition -> wanted.put(partition, spec));
        Map<TopicPartition, Long> offsets = new HashMap<>();
        Map<TopicPartition, ListOffsetsResultInfo> found =
                get(admin.listOffsets(wanted, new ListOffsetsOptions(isolation)).all());
        found.forEach((partition, info) -> offsets.put(partition, info.offset()));
        return new PartitionOffsets(offsets);
    }

    private static <T> T get(KafkaFuture<T> answer) {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException kafka ? kafka : new KafkaException(e.getCause());
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }
}
