package io.fairstream.app;

import io.fairstream.app.Family.Kind;
import io.fairstream.app.Readings.Admission;
import io.fairstream.app.Readings.Merge;
import io.fairstream.app.WatchedInstance.Restoration;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Properties;
import org.apache.kafka.streams.KafkaStreams;

/**
 * Metrics of an instance in Prometheus' text format, read at each scrape; there is no work between scrapes. Micrometer reads the virtual
 * machine. It does not read Kafka's clients; {@link KafkaReadings} does, for the metrics that are served.
 */
final class Metrics implements AutoCloseable {
    /** Version of Kafka's clients, or empty if their library does not say it. */
    private static final String KAFKA = kafkaVersion();

    private final WatchedInstance instance;
    private final String version;
    private final Admission admission = new Admission();
    private final PrometheusMeterRegistry registry;
    private final JvmGcMetrics pauses = new JvmGcMetrics();

    /** @param version of Fairstream */
    Metrics(WatchedInstance instance, String version) {
        this.instance = instance;
        this.version = version;
        PrometheusRegistry all = new PrometheusRegistry();
        all.register((MultiCollector) this::collect);
        registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT, all, Clock.SYSTEM);
        registry.config().meterFilter(new OfMachine());
        new JvmMemoryMetrics().bindTo(registry);
        pauses.bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
    }

    String scrape() {
        return registry.scrape();
    }

    private MetricSnapshots collect() {
        Readings readings = new Readings(admission);
        readings.set(Family.BUILD, 1, version, Runtime.version().toString(), KAFKA);
        state(readings);
        KafkaReadings.read(instance.metrics(), readings);
        instance.deadLetters().forEach((topic, count) -> readings.set(Family.DEAD_LETTERS, (double) count, topic));
        instance.unread().forEach((topic, count) -> readings.set(Family.UNREAD_RECORDS, (double) count, topic));
        return readings.snapshots();
    }

    private static String kafkaVersion() {
        Properties versions = new Properties();
        try (InputStream library = KafkaStreams.class.getResourceAsStream("/kafka/kafka-version.properties")) {
            if (library != null) {
                versions.load(library);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return versions.getProperty("version", "");
    }

    private void state(Readings readings) {
        KafkaStreams.State now = instance.state();
        for (KafkaStreams.State state : KafkaStreams.State.values()) {
            readings.set(Family.CLIENT_STATE, state == now ? 1 : 0, state.name().toLowerCase(Locale.ROOT));
        }
        WatchedInstance.Tasks tasks = instance.tasks();
        readings.set(Family.CLIENT_TASKS, tasks.active(), "active");
        readings.set(Family.CLIENT_TASKS, tasks.standby(), "standby");
        Restoration restoration = instance.restoration();
        readings.add(Family.RESTORE_REMAINING_RECORDS, Merge.SUM, (double) restoration.left());
        readings.add(Family.RESTORE_RATIO, Merge.SUM, restoration.done());
    }

    @Override
    public void close() {
        pauses.close();
        registry.close();
    }

    /** Filter for the virtual machine's metrics: only served families, with the prefix of Fairstream. */
    private static final class OfMachine implements MeterFilter {
        private static final String PREFIX = "fairstream.";

        @Override
        public Meter.Id map(Meter.Id id) {
            boolean isPause = id.getName().equals("jvm.gc.pause");
            return id.withName(PREFIX + id.getName())
                    .replaceTags(id.getTags().stream()
                            .filter(tag -> !isPause || tag.getKey().equals("gc"))
                            .toList());
        }

        @Override
        public MeterFilterReply accept(Meter.Id id) {
            String name = id.getName().replace('.', '_');
            boolean isServed = Arrays.stream(Family.values())
                    .filter(family -> family.kind == Kind.OF_MICROMETER)
                    .anyMatch(family -> family.baseName().equals(name)
                            || family.baseName().equals(name + "_" + id.getBaseUnit())
                            || family.baseName().equals(name + "_seconds"));
            return isServed ? MeterFilterReply.NEUTRAL : MeterFilterReply.DENY;
        }
    }
}
