package io.fairstream.benchmarks;

import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Waits until an application has committed all its input, {@code charges}, what is ranked and what projects are chosen by
 * included, and tells when that was. Since it commits its offsets with its output, the output then is committed too.
 */
final class Catchup {
    private static final Duration LONGEST_REST = Duration.ofMinutes(5);
    private static final Duration REST = Duration.ofSeconds(1);

    private final Admin admin;
    private final Settings settings;
    private final List<TopicPartition> inputs = new ArrayList<>();
    private final List<TopicPartition> outputs = new ArrayList<>();

    private Catchup(Cluster cluster, Settings settings, List<String> topics) {
        this.admin = cluster.admin();
        this.settings = settings;
        topics.forEach(topic -> add(topic, inputs));
    }

    private void add(String topic, List<TopicPartition> partitions) {
        for (int partition = 0; partition < settings.get(Keys.PARTITIONS); partition++) {
            partitions.add(new TopicPartition(settings.topicPrefix() + topic, partition));
        }
    }

    /** Catchup of an application that reads these topics only. */
    static Catchup ofCopying(Cluster cluster, Settings settings, List<String> topics) {
        return new Catchup(cluster, settings, topics);
    }

    /** Catchup of the accounting application, all of whose inputs but one are empty. */
    static Catchup ofAccounting(Cluster cluster, Settings settings, Topic<?> input) {
        Catchup all = new Catchup(
                cluster,
                settings,
                List.of(input.name(), Topics.CHARGES.name(), Topics.ASSOCIATION_USAGE.name(), Topics.BALANCES.name()));
        all.inputs.add(new TopicPartition(settings.applicationId() + "-ranking-repartition", 0));
        for (int partition = 0; partition < settings.get(Keys.PARTITIONS); partition++) {
            all.inputs.add(new TopicPartition(settings.applicationId() + "-balances-repartition", partition));
        }
        return all;
    }

    /** Catchup of a peer, which reads {@code input} only and commits its output later than its offsets. */
    static Catchup ofPeer(Cluster cluster, Settings settings, Topic<?> input) {
        Catchup peer = new Catchup(cluster, settings, List.of(input.name()));
        List.of(Topics.CHARGES, Topics.MATCH_RECORDS, Topics.OPEN_MATCHES, Topics.PRIORITIES)
                .forEach(output -> peer.add(output.name(), peer.outputs));
        return peer;
    }

    /** The instant of the last commit, milliseconds since 1970. */
    long await() throws InterruptedException, ExecutionException {
        long last = System.currentTimeMillis();
        Map<TopicPartition, Long> before = Map.of();
        while (true) {
            Map<TopicPartition, Long> committed = committed();
            long now = System.currentTimeMillis();
            if (!committed.equals(before)) {
                last = now;
                before = committed;
            }
            Duration rest = Duration.ofMillis(now - last);
            if (rest.compareTo(REST.plus(settings.get(Keys.COMMIT_INTERVAL).multipliedBy(2))) > 0
                    && !isLeft(committed)
                    && isOutputCommitted()) {
                return last;
            }
            if (rest.compareTo(LONGEST_REST) > 0) {
                throw new IllegalStateException("no progress: " + committed);
            }
            Thread.sleep(50);
        }
    }

    private Map<TopicPartition, Long> committed() throws InterruptedException, ExecutionException {
        Map<TopicPartition, OffsetAndMetadata> group = admin.listConsumerGroupOffsets(settings.applicationId())
                .partitionsToOffsetAndMetadata()
                .get();
        Map<TopicPartition, Long> committed = new HashMap<>(outputEnds(IsolationLevel.READ_COMMITTED));
        group.forEach((partition, offset) -> {
            if (offset != null) {
                committed.put(partition, offset.offset());
            }
        });
        return committed;
    }

    /** Up to where outputs of a peer are committed, or written. */
    private Map<TopicPartition, Long> outputEnds(IsolationLevel isolation)
            throws InterruptedException, ExecutionException {
        if (outputs.isEmpty()) {
            return Map.of();
        }
        Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
        outputs.forEach(partition -> latest.put(partition, OffsetSpec.latest()));
        Map<TopicPartition, Long> ends = new HashMap<>();
        admin.listOffsets(latest, new ListOffsetsOptions(isolation))
                .all()
                .get()
                .forEach((partition, end) -> ends.put(partition, end.offset()));
        return ends;
    }

    private boolean isOutputCommitted() throws InterruptedException, ExecutionException {
        return outputEnds(IsolationLevel.READ_COMMITTED).equals(outputEnds(IsolationLevel.READ_UNCOMMITTED));
    }

    /** Returns true if there are records after the committed ones; the marks of transactions at the ends do not count. */
    private boolean isLeft(Map<TopicPartition, Long> committed) {
        Map<String, Object> properties = new HashMap<>(settings.consumer());
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(inputs);
            Map<TopicPartition, Long> ends = consumer.endOffsets(inputs);
            inputs.forEach(partition -> consumer.seek(partition, committed.getOrDefault(partition, 0L)));
            while (inputs.stream()
                    .anyMatch(partition -> consumer.position(partition) < ends.getOrDefault(partition, 0L))) {
                if (!consumer.poll(Duration.ofMillis(200)).isEmpty()) {
                    return true;
                }
            }
            return false;
        }
    }
}
