package io.fairstream.cli.export;

import io.fairstream.app.OperationEndpoint.MetricsEndpoint;
import io.fairstream.app.config.Settings;
import io.fairstream.cli.options.AwayWatch;
import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.ClusterOptions;
import io.fairstream.cli.options.SettingsOptions;
import io.fairstream.cli.terminal.Interruption;
import io.fairstream.postgres.Kafka;
import io.fairstream.postgres.PostgresSink;
import io.fairstream.postgres.SinkException;
import io.fairstream.postgres.SinkMetrics;
import io.fairstream.postgres.SinkSettings;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.ValueFormat;
import io.fairstream.relations.Relation;
import io.fairstream.relations.Relations;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sink postgres}: keeps topics as tables of PostgreSQL. */
@Command(
        name = "postgres",
        footer = "fairstream sink postgres --config postgres.properties --bootstrap-server HOST:PORT",
        description = {
            "Keep each topic as a table of PostgreSQL, until stopped. Rows and Kafka's offsets are written in one"
                    + " transaction: each record is"
                    + " in the tables once, and no older row replaces a newer one.",
            "Its own settings are url, user, password.file, schema, tables, history, batch and "
                    + "metrics.port: docs/postgres.md."
        })
final class PostgresCommand implements Callable<Integer> {
    @Option(
            names = "--rebuild",
            paramLabel = "TABLE",
            description = "Drop this table first, and copy its topic from the beginning. Repeatable.")
    private List<String> rebuilt = new ArrayList<>();

    @Mixin
    private final ClusterOptions clusterOptions = new ClusterOptions();

    @Mixin
    private final SettingsOptions settingsOptions = new SettingsOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        clusterOptions.outlive();
        try {
            SinkSettings own = SinkSettings.parse(own());
            Set<String> tables = tables(own);
            try (Cluster cluster = clusterOptions.open(settingsOptions)) {
                run(own, tables, cluster.settingsWithRegistry());
            }
        } catch (SinkException e) {
            throw new Failure(String.valueOf(e.getMessage()), e);
        }
        return Interruption.exitCodeOfService();
    }

    /** Takes the sink's settings out of all settings. Unknown ones remain, and are rejected by name later. */
    private Map<String, String> own() {
        Map<String, String> own = new HashMap<>();
        settingsOptions.take(SinkSettings.KEYS::contains, own);
        return own;
    }

    private Set<String> tables(SinkSettings own) {
        Set<String> tables = new LinkedHashSet<>();
        for (String name : rebuilt) {
            tables.add(Relations.named(name)
                    .filter(own.tables()::contains)
                    .map(Relation::name)
                    .orElseThrow(() -> new ParameterException(
                            spec.commandLine(),
                            "--rebuild: " + name + " (expected: one of "
                                    + String.join(
                                            ", ",
                                            own.tables().stream()
                                                    .map(Relation::name)
                                                    .toList())
                                    + ")")));
        }
        return tables;
    }

    private void run(SinkSettings own, Set<String> anew, Settings settings) {
        PrintWriter err = spec.commandLine().getErr();
        SinkMetrics metrics = new SinkMetrics(Clock.systemUTC());
        ValueFormat format = new ValueFormat(settings);
        Kafka kafka = new Kafka(settings.consumer(), settings.admin(), settings.topicPrefix(), format::reads);
        PostgresSink sink = new PostgresSink(own, kafka, this::say, metrics);
        if (!anew.isEmpty()) {
            sink.rebuild(anew);
        }
        try (AwayWatch watch = new AwayWatch(settings, err);
                MetricsClosing served = serve(own, metrics)) {
            watch.start();
            say(own.tables().size() + " tables to schema " + own.schema() + " of " + own.url() + served.where()
                    + "; Ctrl-C stops it.");
            Interruption.announce("finishing the transaction", err);
            sink.run(Interruption::isWanted);
        } catch (InterruptedException stopped) {
            Thread.interrupted();
        }
    }

    private record MetricsClosing(@Nullable MetricsEndpoint endpoint) implements AutoCloseable {
        String where() {
            return endpoint == null ? "" : ", metrics at " + endpoint.url();
        }

        @Override
        public void close() {
            if (endpoint != null) {
                endpoint.close();
            }
        }
    }

    private static MetricsClosing serve(SinkSettings own, SinkMetrics metrics) {
        if (own.metricsPort().isEmpty()) {
            return new MetricsClosing(null);
        }
        int port = own.metricsPort().getAsInt();
        try {
            return new MetricsClosing(MetricsEndpoint.start(metrics::scrape, port));
        } catch (IOException e) {
            throw new Failure("metrics.port: " + port + " (expected: a free port: " + e.getMessage() + ")", e);
        }
    }

    private void say(String line) {
        PrintWriter err = spec.commandLine().getErr();
        synchronized (err) {
            err.println(line);
            err.flush();
        }
    }
}
