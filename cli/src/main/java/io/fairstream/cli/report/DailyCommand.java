package io.fairstream.cli.report;

import io.fairstream.query.columns.Document;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.volunteers.DailyReport;
import io.fairstream.query.volunteers.WorkUnit;
import io.fairstream.schemas.DailyScope;
import java.time.Instant;
import java.time.ZonedDateTime;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code report daily}: Science United's daily history. */
@Command(
        name = "daily",
        footer = "fairstream report daily --start 2026-01-01 --bootstrap-server HOST:PORT",
        description = {
            "Work of each day of UTC, and the total before it: of all volunteers' hosts (with the "
                    + "numbers of active hosts and users), of each project or user; of the jobs of each bank, as "
                    + "allocated time; of each cluster.",
            "From the first day of the history to the last, or from --start to --end, days without work "
                    + "included. The total of a day is the work before that day."
        })
final class DailyCommand extends ReportingCommand {
    @Option(
            names = "--scope",
            paramLabel = "SCOPE",
            defaultValue = "TOTAL",
            description = "Scope of the history: total, project, user, bank or cluster. Default: total.")
    private DailyScope scope = DailyScope.TOTAL;

    @Option(
            names = "--id",
            paramLabel = "ID",
            description = "Only that project, user, bank (its path) or cluster. Default: all.")
    private @Nullable String id;

    @Mixin
    private final PeriodOptions period = new PeriodOptions();

    @Option(
            names = {"-t", "--unit"},
            paramLabel = "UNIT",
            defaultValue = "FLOPS",
            description =
                    "Work in flops, or in ec: cobblestones, 1/200 of a day of 1 GFLOPS. Default: flops. JSON and CSV have both.")
    private WorkUnit unit = WorkUnit.FLOPS;

    @Override
    protected void check() {
        refuse(
                id != null && scope == DailyScope.TOTAL,
                "--id: " + id + " (expected: a --scope of project, user, bank or cluster with it)");
    }

    @Override
    Document show(TopicReader reader, ZonedDateTime present) {
        Instant begin = period.begin(present);
        Instant end = period.end(present);
        refuse(
                begin != null && end != null && !begin.isBefore(end),
                "--start: " + begin + " (expected: before the end, " + end + ")");
        return new DailyReport(scope, id, begin, end, unit).read(reader);
    }
}
