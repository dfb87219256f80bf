package io.fairstream.cli.export;

import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.RowsCommand;
import io.fairstream.publish.Outbox;
import io.fairstream.query.columns.Document;
import io.fairstream.query.publish.FinishedJobs;
import io.fairstream.query.publish.SentStatus;
import io.fairstream.query.records.TopicReader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code publish status}. */
@Command(
        name = "status",
        footer = "fairstream publish status --directory DIR --bootstrap-server HOST:PORT",
        description = {
            "Compare a directory with the topics, by month: jobs sent, jobs to send, and jobs changed "
                    + "since. Exit with 1 if anything is missing."
        })
final class PublishStatusCommand extends RowsCommand {
    @Option(
            names = "--directory",
            required = true,
            paramLabel = "DIR",
            description = "Directory of messages and their ledger.")
    private @Nullable Path directory;

    @Override
    public Integer call() throws Exception {
        Path of = Objects.requireNonNull(directory);
        var purpose = Refusals.mended(() -> Outbox.purpose(of));
        try (Cluster cluster = open();
                TopicReader reader = new TopicReader(cluster.settingsWithRegistry());
                Outbox outbox = Refusals.mended(() -> Outbox.open(of, purpose))) {
            Map<String, Map<String, String>> earlier = new HashMap<>();
            outbox.sent().forEach((id, sent) -> {
                if (sent.item().standsInTopic()) {
                    earlier.put(id, sent.item().values());
                }
            });
            SentStatus status = SentStatus.of(FinishedJobs.read(reader), earlier);
            print(new Document()
                    .say(purpose.get("format") + " of " + purpose.get("site") + ": "
                            + outbox.entries().size() + " messages")
                    .say("")
                    .with(status.report()));
            return status.isComplete() ? 0 : 1;
        }
    }
}
