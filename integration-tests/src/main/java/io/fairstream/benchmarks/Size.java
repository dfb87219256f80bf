package io.fairstream.benchmarks;

import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import io.fairstream.schemas.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.LogDirDescription;

/**
 * Measurement of size: heap, state directory and changelogs with many customers, and of the times to recover after a kill and to rebuild
 * the state.
 */
final class Size {
    private static final double MIB = 1 << 20;
    private static final String PREFIX = "size.";
    private static final String APPLICATION = "accounting";
    /** Number of events sent before the kill; some of them are not committed then. */
    private static final int LAST_EVENTS = 20_000;

    private final BenchmarkOptions options;
    private final Path directory;
    private final Report report;

    Size(BenchmarkOptions options, Path directory, Report report) {
        this.options = options;
        this.directory = directory;
        this.report = report;
    }

    void run() throws IOException, InterruptedException, ExecutionException {
        long events = 2L * options.sizeCustomers() + options.resources();
        try (Cluster cluster = Cluster.start(directory, options.settings())) {
            report.progress("writing %,d events of %,d customers", events, options.sizeCustomers());
            MatchWorkload workload = workload(events + LAST_EVENTS);
            cluster.fill(PREFIX, Topics.MATCHES, workload, events);
            Map<String, String> entries = cluster.entries(PREFIX, APPLICATION);
            Settings settings = cluster.settings(PREFIX, APPLICATION);
            build(cluster, settings, entries);
            kill(cluster, entries, workload);
            recover(cluster, settings, entries);
            rebuild(settings, entries);
        }
    }

    private MatchWorkload workload(long events) {
        long start = System.currentTimeMillis()
                - MatchWorkload.length(events, options.resources()).toMillis();
        return new MatchWorkload(options.resources(), MatchWorkload.Customers.inTurn(options.sizeCustomers()), start);
    }

    private void build(Cluster cluster, Settings settings, Map<String, String> entries)
            throws IOException, InterruptedException, ExecutionException {
        try (Child child = startChild("building")) {
            child.ask("running", Parts.start("accounting", Topics.MATCHES, entries));
            long end = Catchup.ofAccounting(cluster, settings, Topics.MATCHES).await();
            long start = Long.parseLong(child.ask("first", "first")[1]);
            report.measure("size.customers", options.sizeCustomers(), "customers");
            report.measure("size.resources", options.resources(), "resources");
            report.measure("size.build", (end - start) / 1000.0, "s");
            tellHeap("size", child);
            child.ask("stopped", "stop");
        }
        report.measure("size.state-directory", Parts.size(settings.get(Keys.STATE_DIR)) / MIB, "MiB");
        tellChangelogs(cluster);
    }

    private void kill(Cluster cluster, Map<String, String> entries, MatchWorkload workload)
            throws IOException, InterruptedException, ExecutionException {
        try (Child child = startChild("killed")) {
            child.ask("running", Parts.start("accounting", Topics.MATCHES, entries));
            cluster.fill(PREFIX, Topics.MATCHES, workload, LAST_EVENTS);
            child.kill();
        }
    }

    /** Measures the time from the start of the process until all input is committed, the last events before the kill included. */
    private void recover(Cluster cluster, Settings settings, Map<String, String> entries)
            throws IOException, InterruptedException, ExecutionException {
        long start = System.currentTimeMillis();
        try (Child child = startChild("after-kill")) {
            child.ask("running", Parts.start("accounting", Topics.MATCHES, entries));
            long running = System.currentTimeMillis();
            long end = Catchup.ofAccounting(cluster, settings, Topics.MATCHES).await();
            report.measure("size.after-kill.running", (running - start) / 1000.0, "s");
            report.measure("size.after-kill", (end - start) / 1000.0, "s");
            child.ask("stopped", "stop");
        }
    }

    private void rebuild(Settings settings, Map<String, String> entries) throws IOException {
        Parts.delete(settings.get(Keys.STATE_DIR));
        try (Child child = startChild("rebuilding")) {
            String[] running = child.ask("running", Parts.start("accounting", Topics.MATCHES, entries));
            report.measure("size.rebuild", Double.parseDouble(running[1]) / 1000, "s");
            tellHeap("size.rebuilt", child);
            child.ask("stopped", "stop");
        }
    }

    /** Its heap is limited to what the state may need. */
    private Child startChild(String name) throws IOException {
        List<String> jvm = new ArrayList<>(options.applicationJvm());
        jvm.add("-Xmx1g");
        return Child.start(directory, name, jvm, AppMain.class);
    }

    private void tellHeap(String name, Child child) throws IOException {
        String[] heap = child.ask("heap", "heap");
        report.measure(name + ".heap-live", Long.parseLong(heap[1]) / MIB, "MiB");
        report.measure(name + ".heap-peak", Long.parseLong(heap[2]) / MIB, "MiB");
        report.measure(name + ".resident", residentKiB(child.pid()) / 1024, "MiB");
    }

    private static double residentKiB(long process) throws IOException {
        Path status = Path.of("/proc", Long.toString(process), "status");
        if (!Files.exists(status)) {
            return Double.NaN;
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmHWM:"))
                .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")))
                .findFirst()
                .orElse(Double.NaN);
    }

    private void tellChangelogs(Cluster cluster) throws InterruptedException, ExecutionException {
        Map<Integer, Map<String, LogDirDescription>> logs = cluster.admin()
                .describeLogDirs(List.of(cluster.admin()
                        .describeCluster()
                        .nodes()
                        .get()
                        .iterator()
                        .next()
                        .id()))
                .allDescriptions()
                .get();
        long bytes = logs.values().stream()
                .flatMap(dirs -> dirs.values().stream())
                .flatMap(dir -> dir.replicaInfos().entrySet().stream())
                .filter(replica -> replica.getKey().topic().endsWith("-changelog"))
                .mapToLong(replica -> replica.getValue().size())
                .sum();
        report.measure("size.changelogs", bytes / MIB, "MiB");
    }
}
