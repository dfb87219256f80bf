package io.fairstream.it.upgrade;

import io.fairstream.it.harness.Site;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** What lies in the changelogs of stores. */
final class Changelogs {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final byte NOTE = 0;

    private Changelogs() {}

    /** The versions of the layouts in which the states and pages of a store were written so far. */
    static Set<Byte> layouts(Site site, String store) {
        String topic = site.settings().applicationId() + "-" + store + "-changelog";
        Set<Byte> versions = new TreeSet<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                site.settings().consumer(), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(consumer.partitionsFor(topic).stream()
                    .map(each -> new TopicPartition(topic, each.partition()))
                    .toList());
            consumer.seekToBeginning(consumer.assignment());
            Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(POLL).forEach(record -> add(record, versions));
            }
        }
        return versions;
    }

    private static void add(ConsumerRecord<byte[], byte[]> record, Set<Byte> versions) {
        if (record.value() != null && record.key()[0] != NOTE) {
            versions.add(record.value()[0]);
        }
    }
}
