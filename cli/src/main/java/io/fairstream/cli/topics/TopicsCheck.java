package io.fairstream.cli.topics;

import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.ClusterOptions;
import io.fairstream.cli.options.OutputOptions;
import io.fairstream.cli.options.SettingsOptions;
import io.fairstream.cli.terminal.Failure;
import io.fairstream.cli.terminal.Table;
import io.fairstream.schemas.Topics;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code topics check}: everything in which the cluster is not as the catalogue wants it. */
@Command(
        name = "check",
        description = "List every difference: a missing topic, numbers of partitions that do not agree, cleanup policy,"
                + " a shorter retention. Exit code 1 if there is one.")
final class TopicsCheck implements Callable<Integer> {
    @Mixin
    private final ClusterOptions clusterOptions = new ClusterOptions();

    @Mixin
    private final SettingsOptions settingsOptions = new SettingsOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Exception {
        try (Cluster cluster = clusterOptions.open(settingsOptions);
                TopicAdmin admin = new TopicAdmin(cluster.settings())) {
            List<Difference> differences = Difference.all(admin.find());
            show(differences);
            if (!differences.isEmpty()) {
                throw new Failure("topics: " + differences.size() + " differences (expected: none)");
            }
            return 0;
        }
    }

    private void show(List<Difference> differences) {
        PrintWriter out = spec.commandLine().getOut();
        if (differences.isEmpty() && !output.json()) {
            out.println(Topics.all().size() + " topics are as the catalogue wants them.");
            return;
        }
        new Table<Difference>()
                .text("TOPIC", "topic", Difference::topic)
                .text("PROPERTY", "property", Difference::property)
                .text("IS", "actual", Difference::actual)
                .text("SHOULD BE", "expected", Difference::expected)
                .print(differences, output.json(), out);
    }
}
