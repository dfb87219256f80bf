package io.fairstream.benchmarks;

import io.fairstream.app.config.Settings;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Output of an application for its events, by topic: records, and bytes of their keys and values. Changelogs and other internal
 * topics go by their names without the application's.
 */
final class Written {
    private static final Duration POLL = Duration.ofMillis(200);

    private final Map<String, Sum> topics = new TreeMap<>();

    private static final class Sum {
        private long records;
        private long bytes;

        void add(ConsumerRecord<byte[], byte[]> record) {
            records++;
            bytes += Math.max(0, record.serializedKeySize()) + Math.max(0, record.serializedValueSize());
        }
    }

    private Written() {}

    /** Reads all committed records of all topics of an application but its input. */
    static Written of(Cluster cluster, Settings settings, String input)
            throws InterruptedException, ExecutionException {
        Written written = new Written();
        String own = settings.applicationId() + "-";
        for (String topic : cluster.admin().listTopics().names().get()) {
            if (topic.startsWith(own)) {
                written.read(settings, topic, topic.substring(own.length()));
            } else if (topic.startsWith(settings.topicPrefix()) && !topic.equals(input)) {
                written.read(
                        settings, topic, topic.substring(settings.topicPrefix().length()));
            }
        }
        return written;
    }

    private void read(Settings settings, String topic, String name) {
        Sum sum = new Sum();
        Map<String, Object> properties = new HashMap<>(settings.consumer());
        properties.put("fetch.max.wait.ms", 20);
        try (var consumer = new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(POLL).forEach(sum::add);
            }
        }
        if (sum.records > 0) {
            topics.put(name, sum);
        }
    }

    /** Tells records and bytes for each event, as {@code throughput.written.charges} and {@code throughput.written-bytes.charges}. */
    void tell(Report report, String part, long events) {
        long records = 0;
        long bytes = 0;
        for (Map.Entry<String, Sum> topic : topics.entrySet()) {
            Sum sum = topic.getValue();
            report.measure(part + ".written." + topic.getKey(), (double) sum.records / events, "records/event");
            report.measure(part + ".written-bytes." + topic.getKey(), (double) sum.bytes / events, "bytes/event");
            records += sum.records;
            bytes += sum.bytes;
        }
        report.measure(part + ".written", (double) records / events, "records/event");
        report.measure(part + ".written-bytes", (double) bytes / events, "bytes/event");
    }
}
