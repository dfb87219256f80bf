package io.fairstream.cli.topics;

import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.ClusterCommand;
import io.fairstream.cli.terminal.Failure;
import io.fairstream.cli.terminal.Table;
import io.fairstream.schemas.Topics;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code topics check}: everything in which the cluster is not as the catalogue wants it. */
@Command(
        name = "check",
        description = "List every difference: a missing topic, numbers of partitions that do not agree, cleanup policy,"
                + " a shorter retention. Exit code 1 if there is one.")
final class TopicsCheck extends ClusterCommand {
    @Override
    public Integer call() throws Exception {
        try (Cluster cluster = open();
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
        PrintWriter out = out();
        if (differences.isEmpty() && !json()) {
            out.println(Topics.all().size() + " topics are as the catalogue wants them.");
            return;
        }
        new Table<Difference>()
                .text("TOPIC", "topic", Difference::topic)
                .text("PROPERTY", "property", Difference::property)
                .text("IS", "actual", Difference::actual)
                .text("SHOULD BE", "expected", Difference::expected)
                .print(differences, json(), out);
    }
}
