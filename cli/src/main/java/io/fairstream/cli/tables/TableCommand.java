package io.fairstream.cli.tables;

import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.ClusterCommand;
import io.fairstream.cli.options.InstantConverter;
import io.fairstream.cli.records.TopicReader;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code table}: the rows of a table or journal. */
@Command(
        name = "table",
        description = {
            "Show a table: the latest row of each key, or of a journal every row.",
            "priorities, open-matches, match-records, jobs, job-accounting, nodes, user-accounting, shares, association-usage,"
                    + " fair-share, hosts, daily, balances, assignments, allocations, projects, preferences, charges, rejections,"
                    + " tallies, settings."
        })
public final class TableCommand extends ClusterCommand {
    @Parameters(index = "0", paramLabel = "NAME", converter = Views.Converter.class, description = "Which table.")
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
            converter = InstantConverter.class,
            description =
                    "Evaluate priorities, job-accounting, nodes, user-accounting, association-usage or balances at this instant"
                            + " (ISO-8601, milliseconds since 1970, or now) instead of each row at its own; not before a row's own.")
    private @Nullable Instant at;

    @Option(
            names = "--all-revisions",
            description = "Of match-records also what a later revision replaced, and what was withdrawn.")
    private boolean allRevisions;

    @Override
    public Integer call() {
        requireLasting();
        if (at != null && !view.isEvaluated()) {
            throw usage("--at: rows of " + view.name() + " have no other instant (expected: priorities, job-accounting,"
                    + " nodes, user-accounting, association-usage or balances)");
        }
        try (Cluster cluster = open();
                TopicReader reader = new TopicReader(cluster.settingsWithRegistry())) {
            new TablePrinter(reader, out(), json(), at, key, allRevisions).print(List.of(view));
        }
        return 0;
    }
}
