package io.fairstream.cli.run;

import io.fairstream.app.config.Key.Environment;
import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import io.fairstream.cli.options.AwayWatch;
import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.ClusterOptions;
import io.fairstream.cli.options.SettingsOptions;
import io.fairstream.cli.report.RefusalWatch;
import io.fairstream.cli.terminal.Interruption;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code run}: runs the topology on an existing cluster. */
@Command(
        name = "run",
        footer = {
            "fairstream run --config fairstream.properties --bootstrap-server HOST:PORT",
            "fairstream run --help-config"
        },
        description = "Only the topology, against any Kafka cluster with the topics of 'topics create', until stopped.")
public final class RunCommand implements Callable<Integer> {
    @Option(names = "--help-config", description = "List every setting with its default and meaning.")
    private boolean helpConfig;

    @Mixin
    private final ClusterOptions clusterOptions = new ClusterOptions();

    @Mixin
    private final SettingsOptions settingsOptions = new SettingsOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        if (helpConfig) {
            listSettings(out);
            return 0;
        }
        Interruption.announce("closing the topology", spec.commandLine().getErr());
        try (Cluster cluster = clusterOptions.open(settingsOptions)) {
            Settings settings = cluster.settingsWithRegistry();
            try (RefusalWatch refusals =
                    new RefusalWatch(settings, spec.commandLine().getErr())) {
                refusals.start();
                run(settings, out);
            }
        }
        return Interruption.exitCodeOfService();
    }

    private static void run(Settings settings, PrintWriter out) {
        try (AwayWatch watch = new AwayWatch(settings, out);
                RunningTopology topology = RunningTopology.startWatched(
                        settings, Optional.empty(), url -> say(out, "Metrics and health at " + url))) {
            watch.start();
            say(
                    out,
                    topology.applicationId() + " runs against "
                            + settings.bootstrapServers().orElseThrow() + "; Ctrl-C stops it.");
            topology.await();
        }
    }

    private static void say(PrintWriter out, String line) {
        out.println(line);
        out.flush();
    }

    private static void listSettings(PrintWriter out) {
        for (ConfigKey key : Keys.all()) {
            out.printf("%s%n    %s%n", key.name, key.documentation);
            out.printf("    %s%s%n", key.validator, key.defaultValue.equals("") ? "" : "; default " + key.defaultValue);
            out.printf("    environment: %s%n", Environment.variable(key.name));
        }
        out.printf("kafka.*%n    Any property of Kafka Streams and its clients, with their own prefixes%n");
        out.printf("    (kafka.producer.linger.ms, kafka.topic.segment.bytes, kafka.security.protocol).%n");
    }
}
