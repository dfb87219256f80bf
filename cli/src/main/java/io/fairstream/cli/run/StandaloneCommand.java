package io.fairstream.cli.run;

import io.fairstream.admin.TopicAdmin;
import io.fairstream.app.config.Settings;
import io.fairstream.cli.options.OutputOptions;
import io.fairstream.cli.options.SettingsOptions;
import io.fairstream.cli.report.RefusalWatch;
import io.fairstream.cli.terminal.Interruption;
import io.fairstream.cli.terminal.ProgramName;
import io.fairstream.embedded.EmbeddedCluster;
import io.fairstream.http.ServerTls.PemFiles;
import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Report;
import io.fairstream.query.records.ClusterWatch;
import io.fairstream.query.records.Offsets;
import io.fairstream.schemas.Topics;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code standalone}: broker, registry and topology in one process, until stopped. */
@Command(
        name = "standalone",
        footer = "fairstream standalone --data pool",
        description = "A whole Fairstream in one process, until Ctrl-C: Kafka, schema registry, topics and topology.")
public final class StandaloneCommand implements Callable<Integer> {
    private static final String PARTITIONS = "partitions";

    /**
     * Number of partitions for new topics. One process gains nothing from more, and each partition has logs and state to open at
     * every start.
     */
    private static final int ENOUGH = 4;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Keep data and addresses in this directory; without it they are deleted at the end.")
    private @Nullable Path data;

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "0",
            description = "Port of Kafka. Default: that of the last start, else a free one.")
    private int port;

    @Mixin
    private final ConsoleOptions consoleOptions = new ConsoleOptions();

    @Mixin
    private final SettingsOptions settingsOptions = new SettingsOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Exception {
        Map<String, String> entries = new HashMap<>(settingsOptions.entries());
        Optional<PemFiles> certificate = Settings.parse(entries).certificate();
        Interruption.announce(
                "closing the topology, then Kafka", spec.commandLine().getErr());
        say("Starting Kafka ...");
        try (EmbeddedCluster cluster = start(certificate)) {
            entries.putAll(cluster.settings());
            entries.putIfAbsent(PARTITIONS, partitions(Settings.parseForCluster(entries)));
            Settings settings = Settings.parseForCluster(entries);
            try (TopicAdmin admin = new TopicAdmin(settings)) {
                admin.createMissing();
            }
            cluster.announceRegistry();
            removeFormerInstance(settings);
            say("Kafka answers at " + cluster.bootstrapServers() + "; starting the topology ...");
            try (RefusalWatch refusals =
                    new RefusalWatch(settings, spec.commandLine().getErr())) {
                refusals.start();
                run(cluster, settings);
            }
        }
        return Interruption.exitCodeOfService();
    }

    /** Number of partitions of the existing topics, otherwise the default for new ones. */
    private static String partitions(Settings settings) throws InterruptedException, ExecutionException {
        try (TopicAdmin admin = new TopicAdmin(settings)) {
            return Integer.toString(admin.partitions(Topics.MATCHES).orElse(ENOUGH));
        }
    }

    private void run(EmbeddedCluster cluster, Settings settings) {
        try (RunningTopology topology =
                        RunningTopology.startWatched(settings, Optional.of(cluster.operationPort()), url -> {});
                ServedConsole console = ServedConsole.start(
                        settings, () -> settings, consoleOptions, cluster.consolePort(), ClusterWatch.Listener.NONE)) {
            cluster.rememberPorts(console.url(), topology.operationUrl());
            greet(cluster, topology, console);
            topology.await();
        }
    }

    private EmbeddedCluster start(Optional<PemFiles> certificate) {
        return Interruption.finish(() -> data == null
                ? EmbeddedCluster.startTemporary(port, certificate)
                : EmbeddedCluster.start(data, port, certificate, this::say));
    }

    private void say(String line) {
        spec.commandLine().getErr().println(line);
        spec.commandLine().getErr().flush();
    }

    private void greet(EmbeddedCluster cluster, RunningTopology topology, ServedConsole console) {
        output.print(
                greeting(cluster, topology, console)
                        .with(addresses(cluster, topology, console).forPrograms()),
                spec.commandLine().getOut(),
                spec.commandLine().getErr());
    }

    private static Report<EmbeddedCluster> addresses(
            EmbeddedCluster cluster, RunningTopology topology, ServedConsole console) {
        return new Columns<EmbeddedCluster>()
                .text("bootstrapServers", EmbeddedCluster::bootstrapServers)
                .text("schemaRegistryUrl", EmbeddedCluster::schemaRegistryUrl)
                .text("data", running -> running.directory().toString())
                .text("operationUrl", running -> topology.operationUrl())
                .text("consoleUrl", running -> console.url())
                .text("applicationId", running -> topology.applicationId())
                .report(List.of(cluster));
    }

    private Document greeting(EmbeddedCluster cluster, RunningTopology topology, ServedConsole console) {
        String kept = data == null ? " (deleted at the end; --data DIR keeps it)" : "";
        String address = " --bootstrap-server " + cluster.bootstrapServers();
        return new Document()
                .say("Console          " + console.url())
                .say("Kafka            " + cluster.bootstrapServers())
                .say("Schema registry  " + cluster.schemaRegistryUrl())
                .say("Metrics, health  " + topology.operationUrl())
                .say("Data             " + cluster.directory() + kept)
                .say("")
                .say("In another terminal:")
                .say("  " + ProgramName.get() + " produce matches events.jsonl" + address)
                .say("  " + ProgramName.get() + " table priorities" + address)
                .say("")
                .say("Ctrl-C stops it.");
    }

    /**
     * Removes the instance that ran with this broker before the broker stopped. It ended with the broker, but Kafka keeps it in the
     * group until its session expires, and assigns no task to a new instance before that. A live member in another process joins
     * again at its next heartbeat.
     */
    private static void removeFormerInstance(Settings settings) {
        String group = settings.applicationId();
        try (Offsets offsets = new Offsets(settings);
                Admin admin = Admin.create(settings.admin())) {
            if (offsets.hasMembers(group)) {
                admin.removeMembersFromConsumerGroup(group, new RemoveMembersFromConsumerGroupOptions())
                        .all()
                        .get();
            }
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } catch (ExecutionException e) {
            throw new KafkaException("failed to change the consumer group of the topology: " + e.getCause(), e);
        }
    }
}
