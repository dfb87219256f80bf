package io.fairstream.cli.report;

import io.fairstream.query.columns.Document;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.ReportTime;
import io.fairstream.query.volunteers.LeaderQuantity;
import io.fairstream.query.volunteers.LeadersReport;
import io.fairstream.query.volunteers.WorkUnit;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code report leaders}: leader boards of volunteers. */
@Command(
        name = "leaders",
        footer = "fairstream report leaders --days 7 --top 10 --bootstrap-server HOST:PORT",
        description = {
            "The volunteers whose hosts did most, in total or recently; the sum is of all volunteers.",
            "Users who do not want to be listed (listed is false in preferences) have no row and no "
                    + "rank. SHARE is of the ranking quantity; HOSTS counts all hosts that have reported."
        })
final class LeadersCommand extends ReportingCommand {
    @Option(
            names = "--by",
            paramLabel = "WHAT",
            defaultValue = "work",
            description =
                    "Rank by work (of CPUs and GPUs, as credit is), cpu-work, gpu-work, cpu-time, gpu-time or jobs (that"
                            + " succeeded). Default: work.")
    private LeaderQuantity by = LeaderQuantity.WORK;

    @Option(
            names = "--days",
            paramLabel = "N",
            description = "Work of the last N days of UTC, including today. Default: all work.")
    private @Nullable Integer days;

    @Option(
            names = "--top",
            paramLabel = "N",
            defaultValue = "25",
            description = "Show N rows. Default: ${DEFAULT-VALUE}.")
    private int top;

    @Option(
            names = "--opt-in",
            description = "Only users who asked to be listed; users without a preference are left out as well.")
    private boolean isOptIn;

    @Option(
            names = {"-t", "--unit"},
            paramLabel = "UNIT",
            defaultValue = "FLOPS",
            description =
                    "Work in flops, or in ec: cobblestones, 1/200 of a day of 1 GFLOPS. Default: flops. JSON and CSV have both.")
    private WorkUnit unit = WorkUnit.FLOPS;

    @Override
    protected void check() {
        refuse(days != null && days < 1, "--days: " + days + " (expected: >= 1)");
        refuse(top < 1, "--top: " + top + " (expected: >= 1)");
    }

    @Override
    Document show(TopicReader reader, ZonedDateTime present) {
        return new LeadersReport(by, days, top, isOptIn, unit)
                .read(reader, present.withZoneSameInstant(ZoneOffset.UTC).toLocalDate());
    }

    @Override
    public ReportTime system(TopicReader reader) {
        return ReportTime.VOLUNTEERS;
    }
}
