package io.fairstream.benchmarks;

import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import io.fairstream.rules.match.MatchEvent;
import io.fairstream.rules.match.MatchEvent.MatchChange;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.match.MatchStage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Measurement of latency: from the producer's send to a consumer of committed priorities. Every event is of a customer of its
 * own, so that each makes a row; the row bears the time of sending.
 */
final class Latency {
    private static final int EVENTS_PER_SECOND = 1000;
    private static final int LEAD_SECONDS = 10;

    private final BenchmarkOptions options;
    private final Path directory;
    private final Report report;

    Latency(BenchmarkOptions options, Path directory, Report report) {
        this.options = options;
        this.directory = directory;
        this.report = report;
    }

    void run() throws IOException, InterruptedException, ExecutionException {
        for (Duration commit : options.latencyCommits()) {
            Path own = Files.createDirectory(directory.resolve(commit.toString()));
            try (Cluster cluster = Cluster.start(own, options.settings(commit));
                    Child child = Child.start(own, "accounting", options.applicationJvm(), AppMain.class)) {
                tell(commit, measure(cluster, child));
                child.ask("stopped", "stop");
            }
        }
    }

    private long[] measure(Cluster cluster, Child child) throws IOException, InterruptedException, ExecutionException {
        String prefix = "latency.";
        cluster.createTopics(prefix);
        child.ask("running", Parts.start("accounting", Topics.MATCHES, cluster.entries(prefix, "accounting")));
        int lead = LEAD_SECONDS * EVENTS_PER_SECOND;
        int all = lead + options.latencySeconds() * EVENTS_PER_SECOND;
        Settings settings = cluster.settings(prefix, "reader");
        CompletableFuture<long[]> latencies = CompletableFuture.supplyAsync(() -> read(settings, all));
        send(cluster, prefix, all);
        long[] inOrderOfArrival = latencies.get();
        return Arrays.copyOfRange(inOrderOfArrival, lead, all);
    }

    private static void send(Cluster cluster, String prefix, int count)
            throws InterruptedException, ExecutionException {
        String topic = Topics.MATCHES.in(prefix);
        try (var producer = cluster.producer(MatchStage.MATCH_EVENT, Map.of(ProducerConfig.LINGER_MS_CONFIG, "5"))) {
            Future<?> last = CompletableFuture.completedFuture(null);
            long start = System.nanoTime();
            for (int i = 0; i < count; i++) {
                long due = start + i * (1_000_000_000L / EVENTS_PER_SECOND);
                for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
                    LockSupport.parkNanos(wait);
                }
                MatchEvent event = new MatchEvent(
                        MatchWorkload.name(i),
                        "",
                        System.currentTimeMillis(),
                        new MatchChange.Matched("user" + i + "@example.org", 1, ""));
                last = producer.send(new ProducerRecord<>(topic, event.resource(), event));
            }
            last.get();
        }
    }

    private static long[] read(Settings settings, int count) {
        long[] latencies = new long[count];
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings.consumer(), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = new ArrayList<>();
            for (int i = 0; i < settings.get(Keys.PARTITIONS); i++) {
                partitions.add(new TopicPartition(Topics.PRIORITIES.in(settings.topicPrefix()), i));
            }
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            int seen = 0;
            while (seen < count) {
                var records = consumer.poll(Duration.ofMinutes(1));
                if (records.isEmpty()) {
                    throw new IllegalStateException("rows: " + seen + " (expected: " + count + ")");
                }
                long now = System.currentTimeMillis();
                for (ConsumerRecord<byte[], byte[]> row : records) {
                    if (seen < count) {
                        latencies[seen++] = now - row.timestamp();
                    }
                }
            }
        }
        return latencies;
    }

    private void tell(Duration commit, long[] latencies) {
        Arrays.sort(latencies);
        String name = "latency.commit-" + commit.toMillis() + "ms";
        report.measure(name + ".p50", (double) latencies[latencies.length / 2], "ms");
        report.measure(name + ".p99", (double) latencies[latencies.length * 99 / 100], "ms");
        report.measure(name + ".max", (double) latencies[latencies.length - 1], "ms");
    }
}
