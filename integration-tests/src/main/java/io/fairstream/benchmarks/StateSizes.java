package io.fairstream.benchmarks;

import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Sizes of the states of keys in a changelog, key and value.
 *
 * @param last what was written of each key last
 * @param most the most that was ever written of one
 */
record StateSizes(Map<String, Integer> last, int most) {
    /**
     * Reads them.
     *
     * @param store whose changelog
     * @param prefix of the keys after their first byte; there are notes besides
     */
    static StateSizes of(Settings settings, String store, String prefix) {
        String changelog = settings.applicationId() + "-" + store + "-changelog";
        List<TopicPartition> partitions = IntStream.range(0, settings.get(Keys.PARTITIONS))
                .mapToObj(partition -> new TopicPartition(changelog, partition))
                .toList();
        Map<String, Integer> last = new HashMap<>();
        int most = 0;
        try (var consumer =
                new KafkaConsumer<>(settings.consumer(), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                for (ConsumerRecord<byte[], byte[]> state : consumer.poll(Duration.ofMillis(200))) {
                    String key = new String(state.key(), 1, state.key().length - 1, StandardCharsets.UTF_8);
                    if (key.startsWith(prefix) && state.value() != null) {
                        last.put(key, state.key().length + state.value().length);
                        most = Math.max(most, state.key().length + state.value().length);
                    }
                }
            }
        }
        return new StateSizes(last, most);
    }

    /** Tells how many there are, their mean and the most, as {@code sessions.nodes} and {@code sessions.node-state.mean}. */
    void tell(Report report, String part, String thing) {
        String name = part + "." + thing;
        report.measure(name + "s", last.size(), thing + "s");
        double mean =
                last.values().stream().mapToInt(Integer::intValue).average().orElse(Double.NaN);
        report.measure(name + "-state.mean", mean, "bytes");
        report.measure(name + "-state.most", most, "bytes");
    }
}
