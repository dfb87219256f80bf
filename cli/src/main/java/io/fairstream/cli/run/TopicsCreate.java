package io.fairstream.cli.run;

import io.fairstream.admin.TopicAdmin;
import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.RowsCommand;
import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.util.Set;
import picocli.CommandLine.Command;

/** {@code topics create}: creates missing topics; existing ones stay unchanged. */
@Command(
        name = "create",
        footer = "fairstream topics create --bootstrap-server HOST:PORT",
        description = "Create missing topics with the settings partitions and replication.factor; existing topics "
                + "are unchanged.")
final class TopicsCreate extends RowsCommand {
    @Override
    public Integer call() throws Exception {
        try (Cluster cluster = open();
                TopicAdmin admin = new TopicAdmin(cluster.settings())) {
            String prefix = cluster.settings().topicPrefix();
            Set<String> created = admin.createMissing();
            print(Document.of(new Columns<Topic<?>>()
                    .text("topic", topic -> topic.in(prefix))
                    .text("result", topic -> created.contains(topic.in(prefix)) ? "created" : "exists")
                    .report(Topics.all())));
            return 0;
        }
    }
}
