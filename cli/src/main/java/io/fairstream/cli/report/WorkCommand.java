package io.fairstream.cli.report;

import io.fairstream.query.columns.Document;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.ReportTime;
import io.fairstream.query.volunteers.WorkBy;
import io.fairstream.query.volunteers.WorkReport;
import io.fairstream.query.volunteers.WorkUnit;
import java.time.Instant;
import java.time.ZonedDateTime;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code report work}: work of volunteers' hosts for projects. */
@Command(
        name = "work",
        footer = "fairstream report work --by project --user alice --bootstrap-server HOST:PORT",
        description = {
            "Work of volunteers' hosts for projects, from the journal: by project, app, user or host, most first.",
            "From --start to --end, or all of the journal. Work counts in the hour in which it ended."
        })
final class WorkCommand extends ReportingCommand {
    @Option(
            names = "--by",
            paramLabel = "WHAT",
            defaultValue = "project",
            description = "A row for each project, app, user or host. Default: project.")
    private WorkBy by = WorkBy.PROJECT;

    @Option(names = "--user", paramLabel = "USER", description = "Only the work of that user's hosts.")
    private @Nullable String user;

    @Option(names = "--host", paramLabel = "HOST", description = "Only the work of that host.")
    private @Nullable String host;

    @Option(names = "--project", paramLabel = "PROJECT", description = "Only the work for that project.")
    private @Nullable String project;

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
    Document show(TopicReader reader, ZonedDateTime present) {
        Instant begin = period.begin(present);
        Instant end = period.end(present);
        refuse(
                begin != null && end != null && !begin.isBefore(end),
                "--start: " + begin + " (expected: before the end, " + end + ")");
        return new WorkReport(by, new WorkReport.Wanted(user, host, project), begin, end, unit).read(reader);
    }

    @Override
    public ReportTime system(TopicReader reader) {
        return ReportTime.VOLUNTEERS;
    }
}
