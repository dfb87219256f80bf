package io.fairstream.it.harness;

import io.fairstream.app.config.Settings;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Tells when the topology has nothing left to do. Offsets alone do not: a group's committed offset stays below the
 * markers with which transactions end, so what is between it and the end is read.
 */
final class CaughtUp implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final int FETCH_BYTES = 1 << 14;

    private final Settings settings;
    private final Admin admin;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Map<String, List<TopicPartition>> partitions = new HashMap<>();

    CaughtUp(Settings settings) {
        this.settings = settings;
        this.admin = Admin.create(settings.admin());
        Map<String, Object> small = new HashMap<>(settings.consumer());
        // It asks whether there is a record, not what is in it.
        small.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FETCH_BYTES);
        small.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, FETCH_BYTES);
        this.consumer = new KafkaConsumer<>(small, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    void await(Duration atMost) {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (!isKnownToHaveCaughtUp()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError(String.format(
                        "%s has not caught up within %s: it has read %d matches, %d edits, %d charges",
                        settings.applicationId(),
                        atMost,
                        progress(Topics.MATCHES),
                        progress(Topics.ACCOUNT_EDITS),
                        progress(Topics.CHARGES)));
            }
            pause();
        }
    }

    /** Returns false also if Kafka does not answer in time, as on a busy machine. */
    private boolean isKnownToHaveCaughtUp() {
        try {
            return isCaughtUp();
        } catch (RetriableException e) {
            return false;
        }
    }

    /** Inputs before the charges that follow from them, and then what follows from those. */
    boolean isCaughtUp() {
        return isRead(partitions(List.of(
                        Topics.MATCHES,
                        Topics.JOB_EVENTS,
                        Topics.SESSION_DELTAS,
                        Topics.HOST_REPORTS,
                        Topics.ACCOUNT_EDITS,
                        Topics.SHARES,
                        Topics.ALLOCATIONS,
                        Topics.PROJECTS,
                        Topics.PREFERENCES)))
                && isRead(internal())
                && isRead(partitions(List.of(Topics.CHARGES)))
                && isRead(partitions(List.of(Topics.ASSOCIATION_USAGE, Topics.BALANCES)))
                && isRead(internal())
                && isClosed(partitions(Topics.all()));
    }

    boolean isInTransaction() {
        return !isClosed(partitions(Topics.all()));
    }

    long progress(Topic<?> topic) {
        return committed(partitions(List.of(topic))).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    private boolean isRead(List<TopicPartition> partitions) {
        Map<TopicPartition, Long> committed = committed(partitions);
        if (!isClosed(partitions)) {
            return false;
        }
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        consumer.assign(partitions);
        committed.forEach(consumer::seek);
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            if (!consumer.poll(PAUSE).isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /** Returns true if no transaction is open. */
    private boolean isClosed(List<TopicPartition> partitions) {
        return ends(partitions, IsolationLevel.READ_UNCOMMITTED)
                .equals(ends(partitions, IsolationLevel.READ_COMMITTED));
    }

    private Map<TopicPartition, Long> ends(List<TopicPartition> partitions, IsolationLevel level) {
        Map<TopicPartition, OffsetSpec> latest =
                partitions.stream().collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest()));
        try {
            Map<TopicPartition, Long> ends = new HashMap<>();
            admin.listOffsets(latest, new ListOffsetsOptions(level))
                    .all()
                    .get()
                    .forEach((partition, end) -> ends.put(partition, end.offset()));
            return ends;
        } catch (ExecutionException e) {
            throw failed(e);
        } catch (InterruptedException e) {
            throw Site.interrupted(e);
        }
    }

    private Map<TopicPartition, Long> committed(Collection<TopicPartition> partitions) {
        try {
            Map<TopicPartition, OffsetAndMetadata> known = admin.listConsumerGroupOffsets(settings.applicationId())
                    .partitionsToOffsetAndMetadata()
                    .get();
            Map<TopicPartition, Long> committed = new HashMap<>();
            for (TopicPartition partition : partitions) {
                OffsetAndMetadata offset = known.get(partition);
                committed.put(partition, offset == null ? 0L : offset.offset());
            }
            return committed;
        } catch (ExecutionException e) {
            throw failed(e);
        } catch (InterruptedException e) {
            throw Site.interrupted(e);
        }
    }

    private List<TopicPartition> partitions(List<Topic<?>> topics) {
        return topics.stream()
                .flatMap(topic -> partitions(topic.in(settings.topicPrefix())).stream())
                .toList();
    }

    private List<TopicPartition> partitions(String topic) {
        return partitions.computeIfAbsent(
                topic,
                unknown -> consumer.partitionsFor(unknown).stream()
                        .map(info -> new TopicPartition(info.topic(), info.partition()))
                        .toList());
    }

    /** Returns the partitions of the repartition topics. */
    private List<TopicPartition> internal() {
        try {
            return admin.listTopics(new ListTopicsOptions().listInternal(true)).names().get().stream()
                    .filter(name -> name.startsWith(settings.applicationId() + "-") && name.endsWith("-repartition"))
                    .flatMap(topic -> partitions(topic).stream())
                    .toList();
        } catch (ExecutionException e) {
            throw failed(e);
        } catch (InterruptedException e) {
            throw Site.interrupted(e);
        }
    }

    private static RuntimeException failed(ExecutionException e) {
        return e.getCause() instanceof RetriableException retriable ? retriable : new IllegalStateException(e);
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE.toMillis());
        } catch (InterruptedException e) {
            throw Site.interrupted(e);
        }
    }

    @Override
    public void close() {
        consumer.close(CloseOptions.timeout(Duration.ZERO));
        admin.close();
    }
}
