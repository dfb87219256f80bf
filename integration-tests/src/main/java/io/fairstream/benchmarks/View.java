package io.fairstream.benchmarks;

import io.fairstream.app.config.Settings;
import io.fairstream.schemas.FactorSource;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.registry.SchemaRegistries;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Measurement of the time that a negotiator's view of many customers takes to load, and of its cost, compared with a consumer
 * that only reads the same bytes.
 */
final class View {
    private static final String PREFIX = "view.";
    private static final double NANOS = 1e9;

    private final BenchmarkOptions options;
    private final Path directory;
    private final Report report;

    View(BenchmarkOptions options, Path directory, Report report) {
        this.options = options;
        this.directory = directory;
        this.report = report;
    }

    void run() throws IOException, InterruptedException, ExecutionException {
        int customers = options.sizeCustomers();
        try (Cluster cluster = Cluster.start(directory, options.settings())) {
            report.progress("writing %,d rows of priorities", customers);
            cluster.createTopics(PREFIX);
            fill(cluster.settings(PREFIX, "view"), customers);
            Map<String, String> entries = cluster.entries(PREFIX, "view");
            first(entries, customers);
            rounds(entries, customers);
        }
    }

    /** In a JVM that has done nothing before. */
    private void first(Map<String, String> entries, int customers) throws IOException {
        try (Child child = Child.start(directory, "first", options.applicationJvm(), ViewMain.class)) {
            child.ask("settings", Parts.request("settings", entries));
            report.measure("view.first-load", seconds(child.ask("loaded", "load"), customers), "s");
        }
    }

    private void rounds(Map<String, String> entries, int customers) throws IOException {
        double[] reads = new double[options.rounds()];
        double[] loads = new double[options.rounds()];
        long bytes = 0;
        try (Child child = Child.start(directory, "view", options.profiledJvm(), ViewMain.class)) {
            child.ask("settings", Parts.request("settings", entries));
            long empty = Long.parseLong(child.ask("heap", "heap")[1]);
            for (int round = 0; round < reads.length; round++) {
                String[] read = child.ask("read", "read");
                reads[round] = seconds(read, customers);
                bytes = Long.parseLong(read[3]);
                loads[round] = seconds(child.ask("loaded", "load"), customers);
                report.progress("read %.3f s, loaded %.3f s", reads[round], loads[round]);
            }
            report.measure("view.bytes-per-row", bytes / (double) customers, "bytes");
            long full = Long.parseLong(child.ask("heap", "heap")[1]);
            double read = Report.median(reads);
            double load = Report.median(loads);
            report.measure("view.read", read, "s");
            report.measure("view.load", load, "s");
            report.measure("view.load-rate", customers / load, "customers/s");
            report.measure("view.ratio", read / load, "of the reader's rate");
            report.measure("view.heap-per-customer", (full - empty) / (double) customers, "bytes");
            report.measure("view.snapshot", seconds(child.ask("snapshot", "snapshot"), customers), "s");
            report.measure("view.evaluate-all", seconds(child.ask("evaluated", "evaluate"), customers), "s");
            report.measure("view.evaluate-one", seconds(child.ask("asked", "ask"), customers) / customers * 1e6, "us");
        }
    }

    /** The nanoseconds of an answer, if it is about all customers. */
    private static double seconds(String[] answer, int customers) throws IOException {
        if (Integer.parseInt(answer[2]) != customers) {
            throw new IOException(answer[0] + ": " + answer[2] + " customers (expected: " + customers + ")");
        }
        return Long.parseLong(answer[1]) / NANOS;
    }

    private static void fill(Settings settings, int customers) throws InterruptedException, ExecutionException {
        String topic = Topics.PRIORITIES.in(settings.topicPrefix());
        Serializer<Priority> values = Topics.PRIORITIES
                .serde(SchemaRegistries.from(settings.registry()))
                .serializer();
        SplittableRandom random = new SplittableRandom(1);
        Instant now = Instant.now();
        try (var producer = new KafkaProducer<>(settings.producer(), new StringSerializer(), values)) {
            Future<?> last = CompletableFuture.completedFuture(null);
            for (int i = 0; i < customers; i++) {
                Priority row = row(i, now.minusMillis(random.nextLong(86_400_000)), random);
                last = producer.send(new ProducerRecord<>(topic, row.getCustomer(), row));
            }
            last.get();
        }
    }

    static String customer(int number) {
        return String.format(Locale.ROOT, "user%07d@example.org", number);
    }

    private static Priority row(int number, Instant asOf, SplittableRandom random) {
        double priority = 0.5 + random.nextDouble() * 100;
        return Priority.newBuilder()
                .setCustomer(customer(number))
                .setRealPriority(priority)
                .setEffectivePriority(priority * 1000)
                .setPriorityFactor(1000)
                .setFactorSource(FactorSource.DEFAULT)
                .setResourcesInUse(random.nextInt(100))
                .setWeightInUse(random.nextInt(800))
                .setAccumulatedUsage(random.nextDouble() * 1e7)
                .setWeightedAccumulatedUsage(random.nextDouble() * 1e8)
                .setBeginUsage(asOf.minusSeconds(10_000_000))
                .setLastUsage(asOf)
                .setAsOf(asOf)
                .setHalfLifeSeconds(86400)
                .build();
    }
}
