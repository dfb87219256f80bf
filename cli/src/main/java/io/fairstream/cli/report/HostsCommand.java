package io.fairstream.cli.report;

import io.fairstream.cli.records.TopicReader;
import io.fairstream.cli.report.Sheet.Format;
import io.fairstream.cli.terminal.Failure;
import io.fairstream.schemas.Topics;
import java.time.ZonedDateTime;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code report hosts}. */
@Command(
        name = "hosts",
        description = {
            "What volunteers' hosts did in all.",
            "With --capped those that reported more than they can have done, the worst first: what was cut of each"
                    + " quantity, and the share of the one of which most was cut."
        })
final class HostsCommand extends UtcReporting {
    private static final Comparator<HostCut> BY_NAME =
            Comparator.comparing(line -> line.host().getHost());
    private static final Comparator<HostCut> WORST_FIRST =
            Comparator.comparingDouble(HostCut::share).reversed().thenComparing(BY_NAME);
    private static final double HUNDREDTH = 0.01;

    @Option(names = "--user", paramLabel = "USER", description = "Only that user's hosts.")
    private @Nullable String user;

    @Option(names = "--capped", description = "Only hosts of whose reports more than --min-share was cut.")
    private boolean capped;

    @Option(
            names = "--min-share",
            paramLabel = "N",
            description = "With --capped: the share, 0 to 1, of what a host reported of a quantity. Default: 0.01.")
    private @Nullable Double minShare;

    @Option(
            names = {"-t", "--unit"},
            paramLabel = "UNIT",
            defaultValue = "FLOPS",
            description =
                    "Work in flops, or in ec: cobblestones, 1/200 of a day of 1 GFLOPS. Default: flops. JSON has both.")
    private WorkColumns.Unit unit = WorkColumns.Unit.FLOPS;

    @Override
    void check() {
        if (minShare != null && !capped) {
            throw usage("--min-share: " + minShare + " (expected: --capped with it)");
        }
        if (minShare != null && !(minShare >= 0 && minShare <= 1)) {
            throw usage("--min-share: " + minShare + " (expected: 0 to 1)");
        }
    }

    @Override
    void report(TopicReader reader, ZonedDateTime present) {
        List<HostCut> hosts = reader.latest(Topics.HOSTS).stream()
                .filter(host -> user == null || host.getUser().equals(user))
                .map(HostCut::of)
                .toList();
        if (user != null && hosts.isEmpty()) {
            throw new Failure("hosts: user " + user + " has none (expected: a user that table hosts shows)");
        }
        double least = minShare == null ? HUNDREDTH : minShare;
        List<HostCut> lines = hosts.stream()
                .filter(line -> !capped || line.share() > least)
                .sorted(capped ? WORST_FIRST : BY_NAME)
                .toList();
        sheet().print(format(), lines, null, out());
    }

    private Sheet<HostCut> sheet() {
        Sheet<HostCut> sheet = new Sheet<>(Unit.HOURS, zone());
        sheet.text("HOST", "host", line -> line.host().getHost())
                .text("USER", "user", line -> line.host().getUser())
                .number("CPUS", "processors", line -> line.host().getProcessors())
                .number("GPUS", "gpus", line -> line.host().getGpus());
        if (capped) {
            sheet.ratio("CUT", "cutShare", HostCut::share);
        }
        WorkColumns columns = new WorkColumns(unit, format() == Format.JSON);
        columns.add(sheet, "", "", line -> HostCut.done(line.host()));
        if (capped || format() == Format.JSON) {
            columns.add(sheet, "CUT ", "cut", HostCut::cut);
        }
        return sheet.time("LAST REPORT", "lastReport", line -> line.host().getLastReport());
    }
}
