package io.fairstream.cli.report;

import io.fairstream.cli.records.TopicReader;
import io.fairstream.cli.report.UserUse.Line;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code report user top}. */
@Command(
        name = "top",
        aliases = "topusage",
        description = {
            "The users who are charged most.",
            "Allocated to their running jobs, reserved for those that do not run; and what their processes used, in jobs or not.",
            PeriodReport.PERIOD + " " + PeriodReport.PERCENT_OF_COLUMN
        })
final class TopCommand extends PeriodReport {
    @Option(
            names = {"--limit", "--topcount"},
            paramLabel = "N",
            defaultValue = "10",
            description = "Show so many users of all clusters together; the sums are of all. Default: 10.")
    private int limit;

    @Mixin
    private final TresOption tres = new TresOption();

    @Override
    void check() {
        if (limit < 1) {
            throw usage("--limit: " + limit + " (expected: >= 1)");
        }
    }

    @Override
    void report(TopicReader reader, Period period, Instant present) {
        UserUse use = new UserUse(period, this::isOfCluster, tres.names());
        Instant reachesTo = UserJournal.read(reader, use).orElse(null);
        warn(reachesTo, period);
        List<Line> lines = use.lines();
        Line sum = lines.stream().reduce(new Line("", "", List.of(), 0, 0, 0, List.of()), Line::plus);
        title("Top users", period);
        Sheet<Line> sheet = this.<Line>sheet()
                .text("CLUSTER", "cluster", Line::cluster)
                .text("LOGIN", "user", Line::user)
                .text("ACCOUNTS", "accounts", line -> String.join(" ", line.accounts()), Line::accounts)
                .processorTime("ALLOCATED", "allocated", Line::allocated, line -> sum.allocated())
                .processorTime("RESERVED", "reserved", Line::reserved, line -> sum.reserved())
                .processorTime("CHARGED", "charged", Line::charged, line -> sum.charged())
                .processorTime("CPU USED", "used", Line::used, line -> sum.used());
        tres.addTo(sheet, Line::tres, sum.tres())
                .print(format(), lines.subList(0, Math.min(limit, lines.size())), sum, out());
    }
}
