package io.fairstream.benchmarks;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What to measure with. */
final class BenchmarkOptions {
    @Option(names = "--events", defaultValue = "4000000", description = "Events of each round (${DEFAULT-VALUE}).")
    private long events;

    @Option(
            names = "--warm-up",
            defaultValue = "1000000",
            description = "Events before the first round, not counted (${DEFAULT-VALUE}).")
    private long warmUp;

    @Option(
            names = "--rounds",
            defaultValue = "3",
            description = "Rounds of throughput and of view (${DEFAULT-VALUE}).")
    private int rounds;

    @Option(names = "--resources", defaultValue = "100000", description = "Resources (${DEFAULT-VALUE}).")
    private int resources;

    @Option(names = "--customers", defaultValue = "10000", description = "Customers (${DEFAULT-VALUE}).")
    private int customers;

    @Option(names = "--partitions", defaultValue = "8", description = "Partitions of each topic (${DEFAULT-VALUE}).")
    private int partitions;

    @Option(names = "--threads", defaultValue = "2", description = "Threads of each application (${DEFAULT-VALUE}).")
    private int threads;

    @Option(
            names = "--commit-interval",
            defaultValue = "PT1S",
            description = "Commit interval of throughput and size (${DEFAULT-VALUE}).")
    private Duration commitInterval = Duration.ofSeconds(1);

    @Option(
            names = "--latency-seconds",
            defaultValue = "45",
            description =
                    "How long latency is measured for each commit interval, after ten seconds (${DEFAULT-VALUE}).")
    private int latencySeconds;

    @Option(
            names = "--size-customers",
            defaultValue = "1000000",
            description = "Customers of size and view (${DEFAULT-VALUE}).")
    private int sizeCustomers;

    @Option(
            names = "--userprio-customers",
            defaultValue = "100000",
            description = "Customers whom userprio lists (${DEFAULT-VALUE}).")
    private int userprioCustomers;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "A setting of both applications; repeatable.")
    private Map<String, String> overrides = new LinkedHashMap<>();

    @Option(
            names = "--jvm",
            paramLabel = "OPTION",
            description = "A JVM option of both applications, as --jvm=-Xmx4g; repeatable.")
    private List<String> jvm = new ArrayList<>();

    @Option(
            names = "--profile",
            paramLabel = "FILE",
            description = "Record the accounting application with Java Flight Recorder.")
    private @Nullable Path profile;

    @Option(names = "--show-threads", description = "Show which threads of the applications use the processors.")
    private boolean showThreads;

    long events() {
        return events;
    }

    long warmUp() {
        return warmUp;
    }

    int rounds() {
        return rounds;
    }

    int sizeCustomers() {
        return sizeCustomers;
    }

    int userprioCustomers() {
        return userprioCustomers;
    }

    int latencySeconds() {
        return latencySeconds;
    }

    int resources() {
        return resources;
    }

    boolean showThreads() {
        return showThreads;
    }

    /** Settings of the applications. */
    Map<String, String> settings() {
        return settings(commitInterval);
    }

    Map<String, String> settings(Duration commit) {
        Map<String, String> settings = new HashMap<>();
        settings.put("partitions", Integer.toString(partitions));
        settings.put("threads", Integer.toString(threads));
        settings.put("commit.interval", commit.toString());
        settings.putAll(overrides);
        return settings;
    }

    /** JVM options of an application. */
    List<String> applicationJvm() {
        List<String> options = new ArrayList<>(List.of("-Xmx2g", "-XX:+UseParallelGC"));
        options.addAll(jvm);
        return options;
    }

    /** JVM options of an application that is recorded if that is wanted. */
    List<String> profiledJvm() {
        List<String> options = applicationJvm();
        if (profile != null) {
            options.add("-XX:StartFlightRecording=settings=profile,filename=" + profile.toAbsolutePath());
        }
        return options;
    }

    /** Events of the throughput measurement, the last ones not in the future. */
    Workload workload(long count) {
        long start =
                System.currentTimeMillis() - Workload.length(count, resources).toMillis();
        return new Workload(resources, Workload.Customers.uneven(customers), start);
    }
}
