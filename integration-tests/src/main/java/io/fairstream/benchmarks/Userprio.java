package io.fairstream.benchmarks;

import io.fairstream.app.config.Settings;
import io.fairstream.schemas.FactorSource;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.registry.SchemaRegistries;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/** Measurement of the time that a listing of everybody takes, from the shell's point of view. */
final class Userprio {
    private static final String PREFIX = "userprio.";
    private static final int CALLS = 5;
    /** Heads, rules and totals. */
    private static final int OTHER_LINES = 6;

    private final BenchmarkOptions options;
    private final Path directory;
    private final Report report;

    Userprio(BenchmarkOptions options, Path directory, Report report) {
        this.options = options;
        this.directory = directory;
        this.report = report;
    }

    void run() throws IOException, InterruptedException, ExecutionException {
        try (Cluster cluster = Cluster.start(directory, options.settings())) {
            cluster.createTopics(PREFIX);
            Settings settings = cluster.settings(PREFIX, "userprio");
            report.progress("writing rows of %,d customers", options.userprioCustomers());
            write(settings, options.userprioCustomers(), 7200);
            write(settings, options.userprioCustomers(), 60);
            double bare = median(List.of("--version"), 0);
            double listing = median(
                    List.of(
                            "userprio",
                            "--bootstrap-server",
                            settings.bootstrapServers().orElseThrow(),
                            "--schema-registry",
                            String.valueOf(settings.registry().get(SchemaRegistries.URL)),
                            "--set",
                            "topic.prefix=" + PREFIX),
                    options.userprioCustomers() + OTHER_LINES);
            report.measure("userprio.customers", options.userprioCustomers(), "customers");
            report.measure("userprio.version-only", bare, "s");
            report.measure("userprio.listing", listing, "s");
        }
    }

    /** Writes rows of so many customers. */
    static void write(Settings settings, int customers, int secondsAgo) {
        Instant at = Instant.now().minusSeconds(secondsAgo).truncatedTo(ChronoUnit.MILLIS);
        var values = Topics.PRIORITIES
                .serde(SchemaRegistries.from(settings.registry()))
                .serializer();
        try (var producer = new KafkaProducer<>(settings.producer(), new StringSerializer(), values)) {
            for (int i = 0; i < customers; i++) {
                Priority row = row(i, at);
                var unused = producer.send(
                        new ProducerRecord<>(Topics.PRIORITIES.in(settings.topicPrefix()), row.getCustomer(), row));
            }
        }
    }

    private static Priority row(int number, Instant at) {
        double priority = 0.5 + number % 1000;
        return Priority.newBuilder()
                .setCustomer("user" + number + "@submit.example.org")
                .setRealPriority(priority)
                .setEffectivePriority(priority * 1000)
                .setPriorityFactor(1000)
                .setFactorSource(FactorSource.DEFAULT)
                .setResourcesInUse(1 + number % 50)
                .setWeightInUse(4.0 * (1 + number % 50))
                .setAccumulatedUsage(number * 100.0)
                .setWeightedAccumulatedUsage(number * 400.0)
                .setBeginUsage(at.minusSeconds(number))
                .setLastUsage(at)
                .setAsOf(at)
                .setHalfLifeSeconds(86_400)
                .build();
    }

    private double median(List<String> arguments, int lines) throws IOException, InterruptedException {
        call(arguments, lines);
        double[] seconds = new double[CALLS];
        for (int i = 0; i < CALLS; i++) {
            seconds[i] = call(arguments, lines);
        }
        return Report.median(seconds);
    }

    private double call(List<String> arguments, int lines) throws IOException, InterruptedException {
        Path output = directory.resolve("output");
        List<String> command = new ArrayList<>();
        command.add(System.getProperty("fairstream.launcher"));
        command.addAll(arguments);
        long start = System.nanoTime();
        int exit = new ProcessBuilder(command)
                .redirectError(Redirect.INHERIT)
                .redirectOutput(output.toFile())
                .start()
                .waitFor();
        double seconds = (System.nanoTime() - start) / 1e9;
        try (Stream<String> printed = Files.lines(output)) {
            long count = printed.count();
            if (exit != 0 || (lines > 0 && count != lines)) {
                throw new IOException(
                        arguments + ": exit code " + exit + ", " + count + " lines (expected: 0, " + lines + " lines)");
            }
        }
        return seconds;
    }
}
