package io.fairstream.cli.report;

import io.fairstream.cli.options.ShowCommand;
import io.fairstream.cli.options.TimeOption;
import io.fairstream.query.columns.Document;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.View;
import io.fairstream.query.tables.Views;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code table}: rows of a table or journal. */
@Command(
        name = "table",
        footer = "fairstream table priorities --key alice@example.org --bootstrap-server HOST:PORT",
        description = "Show a table: the latest row of each key, or of a journal every row.")
public final class TableCommand extends ShowCommand {
    @Parameters(
            index = "0",
            paramLabel = "NAME",
            converter = ViewConverter.class,
            completionCandidates = ViewConverter.Names.class,
            description = "Table: ${COMPLETION-CANDIDATES}.")
    private View<?> view = Views.PRIORITIES;

    @Option(
            names = "--key",
            paramLabel = "KEY",
            description =
                    "Only this key: a customer, a resource, cluster/jobId, cluster/node, a user, a path, a host, a target,"
                            + " scope|id|day, a setting.")
    private @Nullable String key;

    @Option(
            names = "--at",
            paramLabel = "TIME",
            converter = TimeOption.Converter.class,
            description =
                    "Evaluate priorities, job-accounting, nodes, user-accounting, association-usage or balances at this instant"
                            + " (ISO-8601, milliseconds since 1970, or now) instead of each row at its own; not before a row's own.")
    private @Nullable TimeOption at;

    @Option(names = "--all-revisions", description = "Of match-records also replaced revisions and withdrawn records.")
    private boolean allRevisions;

    @Override
    protected void check() {
        if (at != null && !view.isEvaluated()) {
            throw usage("--at: rows of " + view.name()
                    + " cannot be evaluated (expected: priorities, job-accounting, nodes, user-accounting, "
                    + "association-usage or balances)");
        }
    }

    @Override
    protected Document show(TopicReader reader) {
        Document document = new Document();
        return document.with(view.report(reader, at(at, reader), key, allRevisions, document::warn));
    }
}
