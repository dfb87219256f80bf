package io.fairstream.cli.topics;

import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.ClusterOptions;
import io.fairstream.cli.options.OutputOptions;
import io.fairstream.cli.options.SettingsOptions;
import io.fairstream.cli.terminal.Table;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.io.PrintWriter;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code topics create}: creates the topics that are missing; those that exist are left as they are. */
@Command(
        name = "create",
        description = "Create the topics that are missing, with the settings partitions and replication.factor;"
                + " those that exist are left as they are.")
final class TopicsCreate implements Callable<Integer> {
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
            String prefix = cluster.settings().topicPrefix();
            Set<String> created = admin.createMissing();
            PrintWriter out = spec.commandLine().getOut();
            new Table<Topic<?>>()
                    .text("TOPIC", "topic", topic -> topic.in(prefix))
                    .text("", "result", topic -> created.contains(topic.in(prefix)) ? "created" : "exists")
                    .print(Topics.all(), output.json(), out);
            return 0;
        }
    }
}
