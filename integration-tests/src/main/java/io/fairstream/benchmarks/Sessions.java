package io.fairstream.benchmarks;

import io.fairstream.streams.config.Settings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** How fast the deltas of sessions are accounted, also in times real time, and how large the state of a node is. */
final class Sessions {
    private static final String CHANGELOG = "-session-ledger-changelog";
    /** How keys of nodes go on after their first byte; there are notes besides. */
    private static final String NODES = SessionWorkload.CLUSTER + "/";

    private final BenchmarkOptions options;
    private final Path directory;
    private final Report report;

    Sessions(BenchmarkOptions options, Path directory, Report report) {
        this.options = options;
        this.directory = directory;
        this.report = report;
    }

    void run() throws IOException, InterruptedException, ExecutionException {
        double speed = new Throughput(options, directory, report, options.sessions()).run(this::tellState);
        double inRealTime = options.deltasOfAllNodes() / Report.seconds(SessionWorkload.INTERVAL);
        report.measure("sessions.times-real-time", speed / inRealTime, "x");
    }

    /** From the changelog: what was written of a node last, and the most that was ever written of one. */
    private void tellState(Cluster cluster, Settings settings) {
        String changelog = settings.applicationId() + CHANGELOG;
        List<TopicPartition> partitions = IntStream.range(0, settings.partitions())
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
                    if (key.startsWith(NODES) && state.value() != null) {
                        last.put(key, state.key().length + state.value().length);
                        most = Math.max(most, state.key().length + state.value().length);
                    }
                }
            }
        }
        report.measure("sessions.nodes", last.size(), "nodes");
        double mean =
                last.values().stream().mapToInt(Integer::intValue).average().orElse(Double.NaN);
        report.measure("sessions.node-state.mean", mean, "bytes");
        report.measure("sessions.node-state.most", most, "bytes");
    }
}
