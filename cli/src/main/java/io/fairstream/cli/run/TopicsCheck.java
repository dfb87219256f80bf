package io.fairstream.cli.run;

import io.fairstream.admin.Difference;
import io.fairstream.admin.TopicAdmin;
import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.RowsCommand;
import io.fairstream.cli.options.Shows;
import io.fairstream.cli.terminal.OutputFormat;
import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.TopicReader;
import io.fairstream.schemas.Topics;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code topics check}: lists all differences between the cluster and the catalogue. */
@Command(
        name = "check",
        footer = "fairstream topics check --bootstrap-server HOST:PORT",
        description = "List every difference: a missing topic, inconsistent numbers of partitions, cleanup policy, "
                + "a shorter retention. Exit with 1 if there is one.")
final class TopicsCheck extends RowsCommand implements Shows {
    @Override
    public Integer call() throws Exception {
        try (Cluster cluster = open();
                TopicAdmin admin = new TopicAdmin(cluster.settings())) {
            List<Difference> differences = Difference.all(admin.find());
            print(shown(differences));
            if (!differences.isEmpty()) {
                throw new Failure("topics: " + differences.size() + " differences (expected: none)");
            }
            return 0;
        }
    }

    @Override
    public Document document(TopicReader reader) throws InterruptedException {
        return shown(Difference.all(TopicAdmin.find(reader.settings())));
    }

    private Document shown(List<Difference> differences) {
        if (differences.isEmpty() && output().form() == OutputFormat.Form.TEXT) {
            return new Document().say(Topics.all().size() + " topics agree with the catalogue.");
        }
        return Document.of(new Columns<Difference>()
                .text("topic", Difference::topic)
                .text("property", Difference::property)
                .text("actual", Difference::actual)
                .headed("IS")
                .text("expected", Difference::expected)
                .headed("SHOULD BE")
                .report(differences));
    }
}
