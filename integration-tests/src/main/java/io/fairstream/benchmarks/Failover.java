package io.fairstream.benchmarks;

import io.fairstream.embedded.EmbeddedRegistry;
import io.fairstream.embedded.LoopbackPort;
import io.fairstream.reports.topics.TopicAdmin;
import io.fairstream.streams.config.Settings;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * What a reader of {@code priorities} sees of incidents: for how long no row came in the partition that fared worst. Two instances,
 * as a user starts them, and three brokers, as Kafka comes, with events all the time.
 */
final class Failover {
    private static final int BROKERS = 3;
    private static final int EVENTS_PER_SECOND = 200;
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    /** After an incident, until work is divided as it will stay. */
    private static final Duration CALM = Duration.ofSeconds(8);

    private final BenchmarkOptions options;
    private final Path directory;
    private final Report report;
    private final Map<Incident, List<Long>> measured = new EnumMap<>(Incident.class);
    private final @Nullable Process[] instances = new Process[2];
    private Map<String, String> common = Map.of();

    /** What happens. */
    enum Incident {
        KILL,
        RETURN,
        ROLLING,
        BROKER_LOST,
        START
    }

    Failover(BenchmarkOptions options, Path directory, Report report) {
        this.options = options;
        this.directory = directory;
        this.report = report;
    }

    void run() throws IOException, InterruptedException, ExecutionException {
        awaitArchive();
        try (KafkaBrokers brokers = KafkaBrokers.start(directory, BROKERS, options.brokerSettings());
                Admin admin = Admin.create(Map.of("bootstrap.servers", brokers.bootstrapServers()))) {
            awaitAll(admin);
            try (EmbeddedRegistry registry = EmbeddedRegistry.start(brokers.bootstrapServers(), 0)) {
                common = new HashMap<>(options.overrides());
                common.put("bootstrap.servers", brokers.bootstrapServers());
                common.put("schema.registry.url", registry.url());
                common.put("partitions", Integer.toString(options.partitions()));
                common.putIfAbsent("threads", "1");
                Settings settings = Settings.parseForCluster(entries("reader"));
                try (TopicAdmin topics = new TopicAdmin(settings)) {
                    topics.createMissing();
                }
                try (Pulse pulse = new Pulse(settings, EVENTS_PER_SECOND, options.resources(), options.customers())) {
                    start(0);
                    start(1);
                    pulse.awaitAll(System.currentTimeMillis(), PATIENCE);
                    Thread.sleep(CALM.multipliedBy(2).toMillis());
                    calm(pulse);
                    for (int i = 0; i < options.incidents(); i++) {
                        round(brokers, admin, pulse, i);
                    }
                }
            } finally {
                stopAll();
            }
        }
        for (Map.Entry<Incident, List<Long>> incident : measured.entrySet()) {
            tell(incident.getKey(), incident.getValue());
        }
    }

    private void round(KafkaBrokers brokers, Admin admin, Pulse pulse, int number)
            throws IOException, InterruptedException, ExecutionException {
        int victim = number % 2;
        if (isWanted(Incident.KILL) || isWanted(Incident.RETURN)) {
            silence(Incident.KILL, pulse, () -> kill(victim));
            silence(Incident.RETURN, pulse, () -> start(victim));
        }
        if (isWanted(Incident.ROLLING)) {
            silence(Incident.ROLLING, pulse, () -> {
                stop(victim);
                start(victim);
            });
        }
        if (isWanted(Incident.BROKER_LOST)) {
            int broker = number % BROKERS;
            silence(Incident.BROKER_LOST, pulse, () -> brokers.kill(broker));
            brokers.start(broker);
            awaitAll(admin);
            awaitReplicas(admin);
            Thread.sleep(CALM.toMillis());
        }
        if (isWanted(Incident.START)) {
            stop(0);
            stop(1);
            Thread.sleep(CALM.toMillis());
            long start = System.currentTimeMillis();
            start(victim);
            note(Incident.START, pulse.awaitAll(start, PATIENCE) - start);
            start(1 - victim);
            Thread.sleep(CALM.toMillis());
            pulse.awaitAll(System.currentTimeMillis(), PATIENCE);
        }
    }

    /** The launcher makes its archive of classes when a command has ended: not beside a measurement. */
    private static void awaitArchive() throws IOException, InterruptedException {
        Path launcher = Path.of(System.getProperty("fairstream.launcher"));
        Path archive = launcher.resolveSibling("cli/target/launcher/launcher.jsa");
        new ProcessBuilder(launcher.toString(), "--version")
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD)
                .start()
                .waitFor();
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!Files.exists(archive)) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException(archive + ": not there after " + PATIENCE);
            }
            Thread.sleep(200);
        }
    }

    private boolean isWanted(Incident incident) {
        return options.incidentsOnly().contains(incident);
    }

    /** Something that is done to the site. */
    private interface Act {
        void run() throws IOException, InterruptedException;
    }

    /** Does it, waits until all is calm, and notes the longest silence from then on. */
    private void silence(Incident incident, Pulse pulse, Act act) throws IOException, InterruptedException {
        long start = System.currentTimeMillis();
        act.run();
        pulse.awaitAll(System.currentTimeMillis(), PATIENCE);
        Thread.sleep(CALM.toMillis());
        pulse.awaitAll(System.currentTimeMillis(), PATIENCE);
        note(incident, pulse.longestSilence(start));
        pulse.forget(System.currentTimeMillis() - CALM.toMillis());
    }

    private void note(Incident incident, long millis) {
        report.progress("%s: %.1f s", name(incident), millis / 1e3);
        measured.computeIfAbsent(incident, key -> new ArrayList<>()).add(millis);
    }

    /** What a reader sees while nothing happens. */
    private void calm(Pulse pulse) throws InterruptedException {
        long start = System.currentTimeMillis();
        Thread.sleep(CALM.multipliedBy(2).toMillis());
        long[] delays = pulse.delays(start);
        report.measure("failover.calm.delay.p50", delays[delays.length / 2] / 1e3, "s");
        report.measure("failover.calm.delay.p99", delays[delays.length * 99 / 100] / 1e3, "s");
        report.measure("failover.calm.silence", pulse.longestSilence(start) / 1e3, "s");
    }

    private static String name(Incident incident) {
        return "failover." + incident.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }

    private void tell(Incident incident, List<Long> millis) {
        long[] sorted = millis.stream().mapToLong(Long::longValue).sorted().toArray();
        report.measure(name(incident) + ".p50", sorted[(sorted.length - 1) / 2] / 1e3, "s");
        report.measure(name(incident) + ".p99", Arrays.stream(sorted).max().orElse(0) / 1e3, "s");
    }

    private Map<String, String> entries(String instance) {
        Map<String, String> entries = new HashMap<>(common);
        entries.put("topic.prefix", "failover.");
        entries.put("application.id", "failover");
        entries.put("state.dir", directory.resolve("state-" + instance).toString());
        return entries;
    }

    private void start(int instance) throws IOException {
        Path config = directory.resolve("instance-" + instance + ".properties");
        Map<String, String> entries = entries(Integer.toString(instance));
        entries.put("operation.port", Integer.toString(LoopbackPort.anyFree()));
        Files.write(
                config,
                entries.entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + entry.getValue())
                        .toList());
        instances[instance] = new ProcessBuilder(
                        System.getProperty("fairstream.launcher"), "run", "--config", config.toString())
                .redirectErrorStream(true)
                .redirectOutput(Redirect.appendTo(
                        directory.resolve("instance-" + instance + ".log").toFile()))
                .start();
    }

    private void kill(int instance) {
        Objects.requireNonNull(instances[instance]).destroyForcibly().onExit().join();
    }

    private void stop(int instance) throws InterruptedException {
        Process process = Objects.requireNonNull(instances[instance]);
        process.destroy();
        process.waitFor();
    }

    private void stopAll() {
        for (Process process : instances) {
            if (process != null) {
                process.destroyForcibly().onExit().join();
            }
        }
    }

    /** Waits until all brokers are there. */
    private static void awaitAll(Admin admin) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < deadline) {
            try {
                if (admin.describeCluster().nodes().get().size() == BROKERS) {
                    return;
                }
            } catch (ExecutionException notYet) {
                if (!(notYet.getCause() instanceof KafkaException)) {
                    throw new IllegalStateException(notYet);
                }
            }
            Thread.sleep(200);
        }
        throw new IllegalStateException("not all brokers are there after " + PATIENCE);
    }

    /** Waits until each replica is in sync. */
    private static void awaitReplicas(Admin admin) throws InterruptedException, ExecutionException {
        while (true) {
            var topics = admin.describeTopics(admin.listTopics().names().get())
                    .allTopicNames()
                    .get()
                    .values();
            if (topics.stream()
                    .map(TopicDescription::partitions)
                    .flatMap(List::stream)
                    .allMatch(partition ->
                            partition.isr().size() == partition.replicas().size())) {
                return;
            }
            Thread.sleep(200);
        }
    }
}
