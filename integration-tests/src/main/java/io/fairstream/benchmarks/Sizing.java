package io.fairstream.benchmarks;

import io.fairstream.admin.Estimate;
import io.fairstream.admin.Load;
import io.fairstream.admin.Shape;
import io.fairstream.app.config.Settings;
import io.fairstream.embedded.EmbeddedRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ReplicaInfo;
import org.apache.kafka.common.Node;

/**
 * Measurement of the processors and disks that a topology takes at rest and under even loads, compared with the model of
 * {@code doctor --size}.
 */
final class Sizing {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    /** Until what is compiled is compiled. */
    private static final Duration WARM_UP = Duration.ofSeconds(45);

    private static final Duration MEASURED = Duration.ofSeconds(30);

    private final BenchmarkOptions options;
    private final Path directory;
    private final Report report;

    /** An even load on a site. */
    record Point(Shape shape, int eventsPerSecond) {
        /** As {@code partitions x instances x brokers x commits each second x events each second}. */
        static Point parse(String text) {
            String[] parts = text.split("x", -1);
            int brokers = Integer.parseInt(parts[2]);
            Shape shape = new Shape(
                    Integer.parseInt(parts[0]),
                    Integer.parseInt(parts[1]),
                    brokers,
                    brokers,
                    Double.parseDouble(parts[3]));
            return new Point(shape, Integer.parseInt(parts[4]));
        }
    }

    Sizing(BenchmarkOptions options, Path directory, Report report) {
        this.options = options;
        this.directory = directory;
        this.report = report;
    }

    void run() throws IOException, InterruptedException, ExecutionException {
        Instances.awaitArchive();
        for (String text : options.sizingPoints()) {
            measure(text, Point.parse(text));
        }
    }

    private void measure(String name, Point point) throws IOException, InterruptedException, ExecutionException {
        Path own = Files.createDirectory(directory.resolve(name));
        Shape shape = point.shape();
        try (KafkaBrokers brokers = KafkaBrokers.start(own, shape.brokers(), options.brokerSettings());
                Admin admin = Admin.create(Map.of("bootstrap.servers", brokers.bootstrapServers()))) {
            brokers.awaitAll(admin, PATIENCE);
            try (EmbeddedRegistry registry = EmbeddedRegistry.start(brokers.bootstrapServers(), 0)) {
                Map<String, String> common = new HashMap<>(options.overrides());
                common.put("bootstrap.servers", brokers.bootstrapServers());
                common.put("schema.registry.url", registry.url());
                common.put("partitions", Integer.toString(shape.partitions()));
                common.put(
                        "commit.interval",
                        Duration.ofMillis((long) (1000 / shape.commitsPerSecond()))
                                .toString());
                common.put("threads", "1");
                try (Instances instances = new Instances(own, shape.instances(), "sizing", common)) {
                    Settings settings = instances.reader();
                    for (int i = 0; i < shape.instances(); i++) {
                        instances.start(i);
                    }
                    try (Pulse pulse =
                            new Pulse(settings, point.eventsPerSecond(), options.resources(), options.customers())) {
                        pulse.awaitAll(System.currentTimeMillis(), PATIENCE);
                        Thread.sleep(WARM_UP.toMillis());
                        measure(name, point, brokers, instances, admin);
                    }
                }
            }
        }
    }

    private void measure(String name, Point point, KafkaBrokers brokers, Instances instances, Admin admin)
            throws IOException, InterruptedException, ExecutionException {
        Duration instancesBefore = instances.cpu();
        Duration brokersBefore = brokers.cpu();
        long bytesBefore = logBytes(admin);
        long begin = System.nanoTime();
        Thread.sleep(MEASURED.toMillis());
        double seconds = (System.nanoTime() - begin) / 1e9;
        Load load = Load.NONE.with(Load.Kind.MATCHES, point.eventsPerSecond());
        compare(
                name + ".topology",
                Report.seconds(instances.cpu().minus(instancesBefore)) / seconds,
                Estimate.topologyCores(load, point.shape()),
                "cores");
        compare(
                name + ".brokers",
                Report.seconds(brokers.cpu().minus(brokersBefore)) / seconds,
                Estimate.brokerCores(load, point.shape()),
                "cores");
        compare(
                name + ".written",
                (logBytes(admin) - bytesBefore) / seconds / 1024,
                Estimate.writtenBytes(load, point.shape()) / 1024,
                "KiB/s");
        report.measure("sizing." + name + ".state", instances.stateBytes() / 1024.0 / 1024, "MiB");
    }

    private void compare(String what, double measured, double model, String unit) {
        report.measure("sizing." + what, measured, unit);
        report.measure("sizing." + what + ".model", model, unit);
        report.measure("sizing." + what + ".ratio", model / measured, "");
    }

    /** Returns the size of the logs of all replicas. */
    private static long logBytes(Admin admin) throws ExecutionException, InterruptedException {
        List<Integer> brokers =
                admin.describeCluster().nodes().get().stream().map(Node::id).toList();
        return admin.describeLogDirs(brokers).allDescriptions().get().values().stream()
                .flatMap(directories -> directories.values().stream())
                .flatMap(directory -> directory.replicaInfos().values().stream())
                .mapToLong(ReplicaInfo::size)
                .sum();
    }
}
