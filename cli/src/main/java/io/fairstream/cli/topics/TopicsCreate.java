package io.fairstream.cli.topics;

import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.ClusterCommand;
import io.fairstream.cli.terminal.Table;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.io.PrintWriter;
import java.util.Set;
import picocli.CommandLine.Command;

/** {@code topics create}: creates the topics that are missing; those that exist are left as they are. */
@Command(
        name = "create",
        description = "Create the topics that are missing, with the settings partitions and replication.factor;"
                + " those that exist are left as they are.")
final class TopicsCreate extends ClusterCommand {
    @Override
    public Integer call() throws Exception {
        try (Cluster cluster = open();
                TopicAdmin admin = new TopicAdmin(cluster.settings())) {
            String prefix = cluster.settings().topicPrefix();
            Set<String> created = admin.createMissing();
            PrintWriter out = out();
            new Table<Topic<?>>()
                    .text("TOPIC", "topic", topic -> topic.in(prefix))
                    .text("", "result", topic -> created.contains(topic.in(prefix)) ? "created" : "exists")
                    .print(Topics.all(), json(), out);
            return 0;
        }
    }
}
