package io.fairstream.cli.options;

import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import io.fairstream.app.config.SettingsException;
import io.fairstream.embedded.EmbeddedRegistry;
import io.fairstream.query.records.ClusterWatch;
import io.fairstream.query.records.Failure;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options that select a cluster. */
public final class ClusterOptions {
    private static final String BOOTSTRAP = "--bootstrap-server";
    private static final String REGISTRY = "--schema-registry";
    private static final String BOOTSTRAP_SERVERS = "bootstrap.servers";
    private static final String SCHEMA_REGISTRY_URL = "schema.registry.url";
    private static final List<String> REGISTRY_CREDENTIALS = List.of(
            "basic.auth.",
            "bearer.auth.",
            "schema.registry.basic.auth.",
            "schema.registry.bearer.auth.",
            "schema.registry.ssl.keystore.",
            "schema.registry.ssl.key.");

    /** Longer than any outage: 24 days, in milliseconds. */
    private static final String FOR_EVER = Integer.toString(Integer.MAX_VALUE);

    private static final List<String> PATIENCE = List.of(
            "kafka." + CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG,
            "kafka." + ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
            "kafka." + ProducerConfig.MAX_BLOCK_MS_CONFIG);

    @Option(
            names = {BOOTSTRAP, "--bootstrap-servers"},
            paramLabel = "HOST:PORT",
            description = "The Kafka cluster.")
    private @Nullable String bootstrapServer;

    @Option(
            names = "--command-config",
            paramLabel = "FILE",
            description = "Properties for Kafka's clients, as for Kafka's own tools (security, timeouts).")
    private @Nullable Path commandConfig;

    @Option(
            names = REGISTRY,
            paramLabel = "URL",
            description = "The schema registry; a standalone cluster names its own.")
    private @Nullable String schemaRegistry;

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    private boolean isPatient;
    private @Nullable Cluster given;

    /** Lets the command's clients wait through outages, once Kafka has answered. Must be called before a cluster is opened. */
    public void outlive() {
        isPatient = true;
    }

    /**
     * Uses a cluster that is already open, with its settings, for a program that runs the command. The cluster stays open if its
     * {@link Cluster#closing} does nothing.
     */
    void workOn(Cluster cluster) {
        given = cluster;
    }

    /**
     * Opens the cluster that options or settings name; empty if they name none.
     *
     * @throws SettingsException with all problems of the settings, whether a cluster is named or not
     * @throws Failure if the cluster does not answer
     */
    public Optional<Cluster> find(SettingsOptions settings) {
        if (given != null) {
            return Optional.of(given);
        }
        Map<String, String> entries = entries(settings);
        if (entries.containsKey(BOOTSTRAP_SERVERS)) {
            return Optional.of(reach(entries));
        }
        Settings.parse(entries);
        return Optional.empty();
    }

    /**
     * Settings if options or settings name a cluster; does not contact the cluster.
     *
     * @throws SettingsException with all problems of the settings, whether a cluster is named or not
     */
    public Optional<Settings> named(SettingsOptions settings) {
        return Optional.of(Settings.parse(entries(settings)))
                .filter(parsed -> parsed.bootstrapServers().isPresent());
    }

    /** As {@link #find}, but throws wrong usage if no cluster is named. */
    public Cluster open(SettingsOptions settings) {
        return find(settings)
                .orElseThrow(
                        () -> new ParameterException(
                                spec().commandLine(),
                                "no cluster is named (expected: --bootstrap-server HOST:PORT, or bootstrap.servers in the settings)"));
    }

    /**
     * As {@link #open}, with the settings that the topology has published, except for those that the user states. Warns if these
     * differ, and if none are published.
     */
    public Cluster openUnderTerms(SettingsOptions settings) {
        return underTerms(open(settings), settings, err(), false);
    }

    /**
     * As {@link #openUnderTerms}.
     *
     * @throws Failure if the topology has published none, and the user states none
     */
    public Cluster openUnderKnownTerms(SettingsOptions settings) {
        return underTerms(open(settings), settings, err(), true);
    }

    /** As {@link #openUnderTerms}, without warnings. */
    public Cluster openToWait(SettingsOptions settings) {
        return underTerms(open(settings), settings, new PrintWriter(Writer.nullWriter()), false);
    }

    private Cluster underTerms(Cluster cluster, SettingsOptions settings, PrintWriter err, boolean areRequired) {
        if (given != null) {
            return cluster;
        }
        TopologyTerms terms = TopologyTerms.of(cluster.settings(), err);
        if (areRequired) {
            terms.requireAny(settings.stated());
        }
        Map<String, String> entries = new HashMap<>(terms.under(settings.stated()));
        Map<String, String> stated = entries(settings);
        entries.putAll(stated);
        String registry = cluster.settings().registry().get(SCHEMA_REGISTRY_URL);
        if (registry != null && !stated.containsKey(SCHEMA_REGISTRY_URL)) {
            useAnnounced(registry, entries);
        }
        return new Cluster(Settings.parse(entries), cluster.closing());
    }

    /** Settings that the topology has published; warns if the stated settings differ, and if none are published. */
    public Map<String, String> terms(Cluster cluster, Map<String, String> stated) {
        return TopologyTerms.of(cluster.settings(), err()).under(stated);
    }

    private PrintWriter err() {
        return spec().commandLine().getErr();
    }

    private CommandSpec spec() {
        return Objects.requireNonNull(command);
    }

    private Map<String, String> entries(SettingsOptions settings) {
        Map<String, String> entries = new HashMap<>();
        if (commandConfig != null) {
            SettingsOptions.read(commandConfig).forEach((key, value) -> {
                entries.put("kafka." + key, value);
                settings.typed(commandConfig + ": " + key, "kafka." + key);
            });
        }
        if (bootstrapServer != null) {
            settings.override(BOOTSTRAP, BOOTSTRAP_SERVERS, bootstrapServer);
        }
        if (schemaRegistry != null) {
            settings.override(REGISTRY, SCHEMA_REGISTRY_URL, schemaRegistry);
        }
        entries.putAll(settings.entries());
        if (isPatient) {
            PATIENCE.forEach(key -> entries.putIfAbsent(key, FOR_EVER));
        }
        return entries;
    }

    private Cluster reach(Map<String, String> entries) {
        Settings settings = Settings.parse(entries);
        requireAnswer(settings);
        if (!entries.containsKey(SCHEMA_REGISTRY_URL)) {
            EmbeddedRegistry.announced(settings.admin(), settings.consumer()).ifPresent(url -> use(url, entries));
        }
        return new Cluster(Settings.parse(entries), () -> {});
    }

    private void use(String url, Map<String, String> entries) {
        List<String> withheld = useAnnounced(url, entries);
        if (!withheld.isEmpty()) {
            PrintWriter err = Objects.requireNonNull(command).commandLine().getErr();
            err.println("warning: the schema registry at " + url + " is published by the cluster, not configured here: "
                    + String.join(", ", withheld)
                    + " not sent to it (expected: --schema-registry URL, to send them)");
            err.flush();
        }
    }

    private static void requireAnswer(Settings settings) {
        String address = settings.bootstrapServers().orElseThrow();
        try (Admin admin = Admin.create(ClusterWatch.quick(settings))) {
            admin.describeCluster().clusterId().get();
        } catch (ExecutionException e) {
            String reason = e.getCause() instanceof TimeoutException
                    ? " within " + seconds(settings.get(Keys.CLUSTER_TIMEOUT)) + " (cluster.timeout)"
                    : ": " + e.getCause();
            throw new Failure("no answer from Kafka at " + address + reason, e);
        } catch (KafkaException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new Failure("cannot connect to Kafka at " + address + ": " + cause.getMessage(), e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    static String seconds(Duration duration) {
        return new DecimalFormat("0.#", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(duration.toMillis() / 1e3)
                + " s";
    }

    /**
     * Sets a registry whose URL was read from the cluster. It gets no credentials, because anybody with write access to the topic with
     * the URL could collect them; credentials are meant for the configured URL.
     *
     * @return the removed settings, in alphabetical order
     */
    private static List<String> useAnnounced(String url, Map<String, String> entries) {
        List<String> withheld = entries.keySet().stream()
                .filter(key -> REGISTRY_CREDENTIALS.stream().anyMatch(key::startsWith))
                .sorted()
                .toList();
        withheld.forEach(entries::remove);
        entries.put(SCHEMA_REGISTRY_URL, url);
        return withheld;
    }
}
