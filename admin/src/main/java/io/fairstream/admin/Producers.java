package io.fairstream.admin;

import io.fairstream.admin.Diagnosis.Area;
import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import io.fairstream.client.InputTopic;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.utils.Utils;

/** Check of the newest records of each input: keys in the partitions that Java's clients would choose, and correct clocks. */
final class Producers {
    private static final int SAMPLES_OF_PARTITION = 200;
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration SKEW = Duration.ofSeconds(5);

    private final Settings settings;
    private final Clock clock;

    /** Findings from the samples of a topic. */
    private static final class Sample {
        private long records;
        private long withoutKey;
        private long elsewhere;
        private long newestMillis;

        void add(ConsumerRecord<byte[], byte[]> sampled, int partitions) {
            records++;
            newestMillis = Math.max(newestMillis, sampled.timestamp());
            if (sampled.key() == null) {
                withoutKey++;
            } else if (Utils.toPositive(Utils.murmur2(sampled.key())) % partitions != sampled.partition()) {
                elsewhere++;
            }
        }
    }

    Producers(Settings settings, Clock clock) {
        this.settings = settings;
        this.clock = clock;
    }

    List<Diagnosis> findings() {
        List<Diagnosis> findings = new ArrayList<>();
        long sampled = 0;
        try (Consumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings.consumer(), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            Map<String, List<PartitionInfo>> there = consumer.listTopics();
            for (InputTopic<?> input : InputTopic.ALL) {
                List<PartitionInfo> partitions = there.get(input.topic().in(settings.topicPrefix()));
                if (partitions != null) {
                    Sample sample = sample(consumer, partitions);
                    sampled += sample.records;
                    findings.addAll(of(input.topic().name(), sample));
                }
            }
        }
        if (findings.isEmpty()) {
            findings.add(Diagnosis.ok(
                    Area.PRODUCERS, sampled + " newest records: keys are in the right partitions, no clock is ahead"));
        }
        return findings;
    }

    private Sample sample(Consumer<byte[], byte[]> consumer, List<PartitionInfo> infos) {
        List<TopicPartition> partitions = infos.stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        consumer.assign(partitions);
        Map<TopicPartition, Long> begins = consumer.beginningOffsets(partitions);
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        for (TopicPartition partition : partitions) {
            long end = ends.getOrDefault(partition, 0L);
            consumer.seek(partition, Math.max(begins.getOrDefault(partition, 0L), end - SAMPLES_OF_PARTITION));
        }
        Sample sample = new Sample();
        long deadline = clock.millis() + PATIENCE.toMillis();
        while (clock.millis() < deadline
                && partitions.stream()
                        .anyMatch(partition -> consumer.position(partition) < ends.getOrDefault(partition, 0L))) {
            consumer.poll(Duration.ofMillis(100)).forEach(sampled -> sample.add(sampled, partitions.size()));
        }
        return sample;
    }

    private List<Diagnosis> of(String topic, Sample sample) {
        List<Diagnosis> findings = new ArrayList<>();
        if (sample.elsewhere > 0 && !settings.get(Keys.TOPOLOGY_REPARTITION)) {
            findings.add(Diagnosis.wrong(
                    Area.PRODUCERS,
                    topic + ": of " + sample.records + " newest records " + sample.elsewhere
                            + " are not in the partition of the murmur2 hash of their key",
                    "librdkafka: partitioner=murmur2_random; or topology.repartition=true"));
        }
        if (sample.withoutKey > 0) {
            findings.add(Diagnosis.wrong(
                    Area.PRODUCERS,
                    topic + ": of " + sample.records + " newest records " + sample.withoutKey + " have no key",
                    "fairstream table rejections shows them; fix the producer"));
        }
        long ahead = sample.newestMillis - clock.millis();
        if (ahead > SKEW.toMillis()) {
            findings.add(Diagnosis.look(
                    Area.PRODUCERS,
                    topic + ": the newest record was sent " + ahead / 1000 + " s in the future",
                    "synchronise the clocks of the producer and this machine (NTP)"));
        }
        return findings;
    }
}
