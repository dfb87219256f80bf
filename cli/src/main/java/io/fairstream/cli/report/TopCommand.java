package io.fairstream.cli.report;

import io.fairstream.cli.records.TopicReader;
import io.fairstream.cli.report.UserUse.Line;
import io.fairstream.cli.terminal.Numbers;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
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

    private static final double MILLIJOULES = 1000;

    @Option(
            names = {"-T", "--tres"},
            paramLabel = "NAME",
            split = ",",
            description =
                    "Also what was held of these trackable resources x time, by Slurm's names: cpu, node, mem (MiB), billing,"
                            + " gres/gpu, gres/gpu:a100, license/matlab, bb/cray; of energy what was consumed, joules.")
    private List<String> tres = List.of();

    @Override
    void check() {
        if (limit < 1) {
            throw usage("--limit: " + limit + " (expected: >= 1)");
        }
    }

    @Override
    void report(TopicReader reader, Period period, Instant present) {
        UserUse use = new UserUse(period, this::isOfCluster, tres);
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
        for (int i = 0; i < tres.size(); i++) {
            addTres(tres.get(i), i, sum, sheet);
        }
        sheet.print(format(), lines.subList(0, Math.min(limit, lines.size())), sum, out());
    }

    private static void addTres(String name, int index, Line sum, Sheet<Line> sheet) {
        if (name.equals(UserUse.ENERGY)) {
            sheet.number("ENERGY J", "energyMillijoules", line -> joules(line.tres(index)), line -> line.tres(index));
        } else {
            sheet.processorTime(name.toUpperCase(Locale.ROOT), name, line -> line.tres(index), line -> sum.tres(index));
        }
    }

    private static String joules(long millijoules) {
        return Numbers.number(millijoules / MILLIJOULES);
    }
}
