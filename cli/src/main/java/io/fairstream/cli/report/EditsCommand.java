package io.fairstream.cli.report;

import io.fairstream.app.TopologyConfigs.Rules;
import io.fairstream.query.columns.Document;
import io.fairstream.query.priority.EditTrail;
import io.fairstream.query.priority.History;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.ReportTime;
import io.fairstream.schemas.Topics;
import java.time.ZonedDateTime;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code report edits}. */
@Command(
        name = "edits",
        footer = "fairstream report edits --limit 20 --bootstrap-server HOST:PORT",
        description = {
            "All edits of accounts, the newest first.",
            "Time, author, account, edit, reason, rejection, and the value in force now. UNDO is the "
                    + "command that reverts an edit, if there is one: it ends a lease, or restores the previous "
                    + "permanent value. An edit that a later one has replaced has none."
        })
final class EditsCommand extends ReportingCommand {
    @Option(names = "--customer", paramLabel = "USER", description = "Only those of this user or group.")
    private @Nullable String customer;

    @Option(names = "--limit", paramLabel = "N", description = "Only the newest N.")
    private int limit = Integer.MAX_VALUE;

    @Override
    protected void check() {
        refuse(limit < 1, "--limit: " + limit + " (expected: >= 1)");
    }

    @Override
    Document show(TopicReader reader, ZonedDateTime present) {
        History history = customer == null ? History.of(reader) : History.of(customer, reader);
        EditTrail trail =
                EditTrail.of(history, Rules.of(reader.settings()).factors(), reader, present.toInstant(), limit);
        Document document = Document.of(trail.report());
        return reader.isWhole(Topics.REJECTIONS) ? document : document.warn(History.REJECTIONS_ARE_DELETED);
    }

    @Override
    public ReportTime system(TopicReader reader) {
        return ReportTime.POOLS;
    }
}
