package io.fairstream.benchmarks;

import io.fairstream.app.config.Settings;
import io.fairstream.client.RecordSender;
import io.fairstream.query.records.ValueFormat;
import io.fairstream.schemas.Cause;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeBlock;
import io.fairstream.schemas.ChargeBlocks;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.Dimensions;
import io.fairstream.schemas.LedgerKind;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.Usage;
import io.fairstream.schemas.registry.SchemaRegistries;
import io.fairstream.testing.WrittenCharges;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;

/**
 * Measurement of the time that a question in SQL about a large journal takes, the start of the JVM included, and of the rate at
 * which the journal is written to files. What a question that only counts takes is start, reading and decoding: an export does
 * these as well.
 */
final class Sinks {
    private static final String PREFIX = "sinks.";
    private static final int CALLS = 3;
    private static final int CHARGES_OF_A_BLOCK = 500;
    private static final int USERS = 500;
    private static final Instant BEGIN = Instant.parse("2026-03-02T00:00:00Z");

    private final BenchmarkOptions options;
    private final Path directory;
    private final Report report;

    Sinks(BenchmarkOptions options, Path directory, Report report) {
        this.options = options;
        this.directory = directory;
        this.report = report;
    }

    void run() throws IOException, InterruptedException, ExecutionException {
        try (Cluster cluster = Cluster.start(directory, options.settings())) {
            cluster.createTopics(PREFIX);
            Settings settings = cluster.settings(PREFIX, "sinks");
            int charges = options.sinkCharges() / CHARGES_OF_A_BLOCK * CHARGES_OF_A_BLOCK;
            report.progress("writing %,d charges", charges);
            write(settings, charges);
            String question =
                    "SELECT user, sum(cpu_time_used_s) / 3600 AS h FROM charges WHERE entry = 'Usage' GROUP BY user";
            double[] answers = new double[CALLS];
            double[] decodings = new double[CALLS];
            double[] exports = new double[CALLS];
            double[] starts = new double[CALLS];
            for (int i = 0; i < CALLS; i++) {
                answers[i] = seconds(settings, "sql", question);
                decodings[i] = seconds(settings, "sql", "SELECT count(*) FROM charges");
                String[] export = {
                    "export",
                    "charges",
                    "--directory",
                    directory.resolve("lake" + i).toString()
                };
                exports[i] = seconds(settings, export);
                starts[i] = seconds(settings, export); // there is nothing new
            }
            double decoding = Report.median(decodings);
            double whole = Report.median(exports);
            report.measure("sinks.charges", charges, "charges");
            report.measure("sinks.sql-first-answer", Report.median(answers), "s");
            report.measure("sinks.sql-count", decoding, "s");
            report.measure("sinks.export-seconds", whole, "s");
            report.measure("sinks.export-start", Report.median(starts), "s");
            report.measure("sinks.export-parquet", charges / whole, "charges/s");
            report.measure("sinks.export-parquet-after-decoding", charges / (whole - decoding), "charges/s");
            String postgres = options.postgres();
            if (postgres == null) {
                report.progress("no --postgres URL: the sink of PostgreSQL is not measured");
            } else {
                new PostgresLoad(postgres, settings, directory, report).run(charges);
            }
        }
    }

    private static void write(Settings settings, int charges) {
        try (RecordSender<ChargeBlock> sender = ValueFormat.sender(settings, Topics.CHARGES)) {
            for (int first = 0; first < charges; first += CHARGES_OF_A_BLOCK) {
                List<ChargeBlocks.Sent> block = new ArrayList<>();
                for (int i = first; i < first + CHARGES_OF_A_BLOCK; i++) {
                    block.add(new ChargeBlocks.Sent(charge(i), BEGIN));
                }
                sender.send("SESSION/" + first, WrittenCharges.block(LedgerKind.SESSION, block));
            }
            sender.flush();
        }
    }

    private static Charge charge(int number) {
        String user = "user" + number % USERS;
        Instant from = BEGIN.plusSeconds(number / 100 * 60L);
        return new Charge(
                ChargeKind.USER,
                user,
                LedgerKind.SESSION,
                "tux/n" + number % 100,
                new Cause(PREFIX + "session-deltas", 0, (long) number),
                Dimensions.newBuilder()
                        .setCluster("tux")
                        .setNode("n" + number % 100)
                        .setJobId((long) (number % 10_000))
                        .build(),
                false,
                Usage.newBuilder()
                        .setFrom(from)
                        .setTo(from.plusSeconds(60))
                        .setCpuTimeUsedMicros(59_000_000L + number)
                        .setRealMemoryKiBSeconds(60L * 1024 * 1024)
                        .setVirtualMemoryKiBSeconds(120L * 1024 * 1024)
                        .setRealMemoryHighwaterKiB(1024L * 1024)
                        .setUser(user)
                        .setUserId(1000L + number % USERS)
                        .build());
    }

    private double seconds(Settings settings, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(System.getProperty("fairstream.launcher"));
        command.addAll(List.of(arguments));
        command.addAll(List.of(
                "--bootstrap-server",
                settings.bootstrapServers().orElseThrow(),
                "--schema-registry",
                String.valueOf(settings.registry().get(SchemaRegistries.URL)),
                "--set",
                "topic.prefix=" + PREFIX));
        long start = System.nanoTime();
        int exit = new ProcessBuilder(command)
                .redirectError(Redirect.INHERIT)
                .redirectOutput(directory.resolve("output").toFile())
                .start()
                .waitFor();
        if (exit != 0) {
            throw new IOException(command + ": exit code " + exit + " (expected: 0)");
        }
        return (System.nanoTime() - start) / 1e9;
    }
}
