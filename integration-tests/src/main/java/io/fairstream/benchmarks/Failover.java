package io.fairstream.benchmarks;

import io.fairstream.app.config.Settings;
import io.fairstream.embedded.EmbeddedRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;

/**
 * Measurement of incidents as a reader of {@code priorities} sees them: the time without a row in the partition that fared worst.
 * Two instances, as a user starts them, and three brokers, as Kafka comes, with events all the time.
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

    /** Incident to measure. */
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
        Instances.awaitArchive();
        try (KafkaBrokers brokers = KafkaBrokers.start(directory, BROKERS, options.brokerSettings());
                Admin admin = Admin.create(Map.of("bootstrap.servers", brokers.bootstrapServers()))) {
            brokers.awaitAll(admin, PATIENCE);
            try (EmbeddedRegistry registry = EmbeddedRegistry.start(brokers.bootstrapServers(), 0)) {
                Map<String, String> common = new HashMap<>(options.overrides());
                common.put("bootstrap.servers", brokers.bootstrapServers());
                common.put("schema.registry.url", registry.url());
                common.put("partitions", Integer.toString(options.partitions()));
                common.putIfAbsent("threads", "1");
                try (Instances instances = new Instances(directory, 2, "failover", common)) {
                    measure(brokers, admin, instances);
                }
            }
        }
        for (Map.Entry<Incident, List<Long>> incident : measured.entrySet()) {
            tell(incident.getKey(), incident.getValue());
        }
    }

    private void measure(KafkaBrokers brokers, Admin admin, Instances instances)
            throws IOException, InterruptedException, ExecutionException {
        Settings settings = instances.reader();
        try (Pulse pulse = new Pulse(settings, EVENTS_PER_SECOND, options.resources(), options.customers())) {
            instances.start(0);
            instances.start(1);
            pulse.awaitAll(System.currentTimeMillis(), PATIENCE);
            Thread.sleep(CALM.multipliedBy(2).toMillis());
            calm(pulse);
            for (int i = 0; i < options.incidents(); i++) {
                round(brokers, admin, instances, pulse, i);
            }
        }
    }

    private void round(KafkaBrokers brokers, Admin admin, Instances instances, Pulse pulse, int number)
            throws IOException, InterruptedException, ExecutionException {
        int victim = number % 2;
        if (isWanted(Incident.KILL) || isWanted(Incident.RETURN)) {
            silence(Incident.KILL, pulse, () -> instances.kill(victim));
            silence(Incident.RETURN, pulse, () -> instances.start(victim));
        }
        if (isWanted(Incident.ROLLING)) {
            silence(Incident.ROLLING, pulse, () -> {
                instances.stop(victim);
                instances.start(victim);
            });
        }
        if (isWanted(Incident.BROKER_LOST)) {
            int broker = number % BROKERS;
            silence(Incident.BROKER_LOST, pulse, () -> brokers.kill(broker));
            brokers.start(broker);
            brokers.awaitAll(admin, PATIENCE);
            awaitReplicas(admin);
            Thread.sleep(CALM.toMillis());
        }
        if (isWanted(Incident.START)) {
            instances.stop(0);
            instances.stop(1);
            Thread.sleep(CALM.toMillis());
            long start = System.currentTimeMillis();
            instances.start(victim);
            note(Incident.START, pulse.awaitAll(start, PATIENCE) - start);
            instances.start(1 - victim);
            Thread.sleep(CALM.toMillis());
            pulse.awaitAll(System.currentTimeMillis(), PATIENCE);
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

    /** Measures the rows that a reader sees while nothing happens. */
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
