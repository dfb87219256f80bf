package io.fairstream.cli.export;

import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.RowsCommand;
import io.fairstream.publish.Outbox;
import io.fairstream.publish.SentStatus;
import io.fairstream.publish.SentStatus.Month;
import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Format;
import io.fairstream.query.records.Failure;
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
        if (!purpose.containsKey("site")) {
            throw new Failure(of + ": for " + purpose + " (expected: a directory of publish apel or gracc)");
        }
        try (Cluster cluster = open();
                TopicReader reader = new TopicReader(cluster.settingsWithRegistry());
                Outbox outbox = Refusals.mended(() -> Outbox.open(of, purpose))) {
            Map<String, Map<String, String>> earlier = new HashMap<>();
            outbox.sent().forEach((id, sent) -> {
                if (sent.item().hasRecord()) {
                    earlier.put(id, sent.item().values());
                }
            });
            SentStatus status = SentStatus.of(SendingCommand.finishedJobs(reader), earlier);
            print(new Document()
                    .say(purpose.get("format") + " of " + purpose.get("site") + ": "
                            + outbox.entries().size() + " messages")
                    .say("")
                    .with(report(status)));
            return status.isComplete() ? 0 : 1;
        }
    }

    private static Document report(SentStatus status) {
        Document document = new Document();
        if (status.vanished() > 0) {
            document.warn(status.vanished()
                    + " sent jobs no longer have an account (expected: the cluster of these jobs; --retract withdraws "
                    + "them)");
        }
        if (status.lost() > 0) {
            document.warn(status.lost()
                    + " jobs were purged from the table jobs before they were sent (expected: to publish more often "
                    + "than jobs.retention)");
        }
        return document.with(new Columns<Month>()
                .text("month", each -> each.month().toString())
                .add("sent", Format.WHOLE, Month::sent)
                .add("pending", Format.WHOLE, Month::pending)
                .add("changed", Format.WHOLE, Month::changed)
                .add("wallMicros", Format.MICROS_AS_HOURS, Month::wallMicros)
                .headed("WALL (h)")
                .add("cpuMicros", Format.MICROS_AS_HOURS, Month::cpuMicros)
                .headed("CPU (h)")
                .add("allocatedMicros", Format.MICROS_AS_HOURS, Month::allocatedMicros)
                .headed("ALLOCATED (h)")
                .report(status.months()));
    }
}
