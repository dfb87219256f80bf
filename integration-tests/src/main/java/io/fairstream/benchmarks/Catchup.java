package io.fairstream.benchmarks;

import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.config.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Waits until an application has committed all its input, {@code charges}, what is ranked and what projects are chosen by included, and tells when that was. Since it
 * commits its offsets with its output, the output then is committed too.
 */
final class Catchup {
    private static final Duration LONGEST_REST = Duration.ofMinutes(5);
    private static final Duration REST = Duration.ofSeconds(1);

    private final Admin admin;
    private final Settings settings;
    private final List<TopicPartition> inputs = new ArrayList<>();

    private Catchup(Cluster cluster, Settings settings, List<Topic<?>> topics) {
        this.admin = cluster.admin();
        this.settings = settings;
        for (Topic<?> topic : topics) {
            for (int partition = 0; partition < settings.partitions(); partition++) {
                inputs.add(new TopicPartition(topic.in(settings.topicPrefix()), partition));
            }
        }
    }

    /** Of an application that reads {@code input} only. */
    static Catchup ofCopy(Cluster cluster, Settings settings, Topic<?> input) {
        return new Catchup(cluster, settings, List.of(input));
    }

    /** Of the accounting application, of whose inputs all but one are empty. */
    static Catchup ofAccounting(Cluster cluster, Settings settings, Topic<?> input) {
        Catchup all = new Catchup(
                cluster, settings, List.of(input, Topics.CHARGES, Topics.ASSOCIATION_USAGE, Topics.BALANCES));
        all.inputs.add(new TopicPartition(settings.applicationId() + "-ranking-repartition", 0));
        for (int partition = 0; partition < settings.partitions(); partition++) {
            all.inputs.add(new TopicPartition(settings.applicationId() + "-balances-repartition", partition));
        }
        return all;
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
            if (rest.compareTo(REST.plus(settings.commitInterval().multipliedBy(2))) > 0 && !isLeft(committed)) {
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
        Map<TopicPartition, Long> committed = new HashMap<>();
        group.forEach((partition, offset) -> {
            if (offset != null) {
                committed.put(partition, offset.offset());
            }
        });
        return committed;
    }

    /** Whether there are records after the committed ones; the marks of transactions at the ends do not count. */
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
