package io.fairstream.nemesis;

import io.fairstream.app.config.Settings;
import io.fairstream.schemas.Topics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** The committed records of all input topics of a site, those of a partition in order. */
final class Inputs {
    private final Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> records = new HashMap<>();
    private final Map<TopicPartition, long[]> offsets = new HashMap<>();

    static Inputs of(Settings settings) {
        Inputs inputs = new Inputs();
        Records.read(
                settings,
                topics(settings),
                record -> inputs.records
                        .computeIfAbsent(
                                new TopicPartition(record.topic(), record.partition()), any -> new ArrayList<>())
                        .add(record));
        inputs.records.forEach((partition, all) -> inputs.offsets.put(
                partition, all.stream().mapToLong(ConsumerRecord::offset).toArray()));
        return inputs;
    }

    private static List<String> topics(Settings settings) {
        return Topics.inputs().stream()
                .map(topic -> topic.in(settings.topicPrefix()))
                .toList();
    }

    /** The partitions of some of the topics. */
    List<List<ConsumerRecord<byte[], byte[]>>> partitions(Predicate<String> topics) {
        return records.entrySet().stream()
                .filter(entry -> topics.test(entry.getKey().topic()))
                .map(Map.Entry::getValue)
                .toList();
    }

    List<ConsumerRecord<byte[], byte[]>> of(String topic) {
        return records.entrySet().stream()
                .filter(entry -> entry.getKey().topic().equals(topic))
                .flatMap(entry -> entry.getValue().stream())
                .toList();
    }

    long count() {
        return records.values().stream().mapToLong(List::size).sum();
    }

    /**
     * Which record of its partition one is, counted from 0: offsets count marks of transactions and aborted records, too, of
     * which there are none in an undisturbed run.
     */
    long ordinal(String topic, int partition, long offset) {
        long[] all = offsets.get(new TopicPartition(topic, partition));
        int found = all == null ? -1 : Arrays.binarySearch(all, offset);
        return found < 0 ? -1 : found;
    }
}
