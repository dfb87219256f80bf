package io.fairstream.cli.report;

import io.fairstream.query.columns.Document;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.usage.PeriodQuery;
import io.fairstream.query.usage.TopUsers;
import java.time.Instant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code report user top}. */
@Command(
        name = "top",
        footer = "fairstream report user top --start 2026-01-01 --bootstrap-server HOST:PORT",
        aliases = "topusage",
        description = {
            "The users with the highest charges.",
            "Time allocated to running jobs, time reserved for other jobs, and time used by all "
                    + "processes, in jobs or not.",
            PeriodReport.PERIOD + " " + PeriodReport.PERCENT_OF_COLUMN
        })
final class TopCommand extends PeriodReport {
    @Option(
            names = {"--limit", "--topcount"},
            paramLabel = "N",
            defaultValue = "10",
            description = "Show N users of all clusters together; the sums are of all users. Default: 10.")
    private int limit;

    @Mixin
    private final TresOption tres = new TresOption();

    @Override
    protected void check() {
        refuse(limit < 1, "--limit: " + limit + " (expected: >= 1)");
    }

    @Override
    Document show(TopicReader reader, PeriodQuery query, Instant present) {
        return TopUsers.report(reader, query, limit, tres.names());
    }
}
