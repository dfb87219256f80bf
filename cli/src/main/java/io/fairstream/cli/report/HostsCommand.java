package io.fairstream.cli.report;

import io.fairstream.query.columns.Document;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.ReportTime;
import io.fairstream.query.volunteers.HostsReport;
import io.fairstream.query.volunteers.WorkUnit;
import java.time.ZonedDateTime;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code report hosts}. */
@Command(
        name = "hosts",
        footer = "fairstream report hosts --capped --bootstrap-server HOST:PORT",
        description = {
            "Total work of volunteers' hosts.",
            "With --capped only hosts that reported more than they can have done, worst first: the cut "
                    + "part of each quantity, and the largest cut share."
        })
final class HostsCommand extends ReportingCommand {
    private static final double HUNDREDTH = 0.01;

    @Option(names = "--user", paramLabel = "USER", description = "Only that user's hosts.")
    private @Nullable String user;

    @Option(names = "--capped", description = "Only hosts whose reports were cut by more than --min-share.")
    private boolean capped;

    @Option(
            names = "--min-share",
            paramLabel = "N",
            description = "With --capped: minimum cut share of a quantity, 0 to 1. Default: 0.01.")
    private @Nullable Double minShare;

    @Option(
            names = {"-t", "--unit"},
            paramLabel = "UNIT",
            defaultValue = "FLOPS",
            description =
                    "Work in flops, or in ec: cobblestones, 1/200 of a day of 1 GFLOPS. Default: flops. JSON and CSV have both.")
    private WorkUnit unit = WorkUnit.FLOPS;

    @Override
    protected void check() {
        refuse(minShare != null && !capped, "--min-share: " + minShare + " (expected: --capped with it)");
        refuse(
                minShare != null && !(minShare >= 0 && minShare <= 1),
                "--min-share: " + minShare + " (expected: 0 to 1)");
    }

    @Override
    Document show(TopicReader reader, ZonedDateTime present) {
        Double least = minShare == null ? Double.valueOf(HUNDREDTH) : minShare;
        return HostsReport.report(reader, user, capped ? least : null, unit);
    }

    @Override
    public ReportTime system(TopicReader reader) {
        return ReportTime.VOLUNTEERS;
    }
}
