package io.fairstream.cli.report;

import io.fairstream.cli.records.TopicReader;
import io.fairstream.cli.report.AccountUse.Line;
import java.time.Instant;
import java.util.List;
import java.util.function.ToLongFunction;
import picocli.CommandLine.Command;

/** {@code report cluster account-utilization-by-user}. */
@Command(
        name = "account-utilization-by-user",
        aliases = "accountutilizationbyuser",
        description = {
            "What each account (bank) was charged, with all accounts below it, and which of its users.",
            "allocated to running jobs, reserved for jobs that do not run; charged, their sum, is what sreport calls Used.",
            PeriodReport.PERIOD + " Percent is of what all accounts of the report have in the column."
        })
final class AccountUtilizationCommand extends PeriodReport {
    @Override
    void report(TopicReader reader, Period period, Instant present) {
        AccountUse use = new AccountUse(period, this::isOfCluster);
        Instant reachesTo = UserJournal.read(reader, use).orElse(null);
        warn(reachesTo, period);
        List<Line> lines = use.lines();
        title("Account utilization by user", period);
        this.<Line>sheet()
                .text("CLUSTER", "cluster", Line::cluster)
                .text("ACCOUNT", "account", AccountUtilizationCommand::indented, Line::account)
                .text("LOGIN", "user", Line::user)
                .processorTime("ALLOCATED", "allocated", Line::allocated, whole(lines, Line::allocated))
                .processorTime("RESERVED", "reserved", Line::reserved, whole(lines, Line::reserved))
                .processorTime("CHARGED", "charged", Line::charged, whole(lines, Line::charged))
                .print(format(), lines, null, out());
    }

    private static String indented(Line line) {
        String path = line.account();
        return "  ".repeat(line.depth()) + path.substring(path.lastIndexOf('/') + 1);
    }

    private static ToLongFunction<Line> whole(List<Line> lines, ToLongFunction<Line> of) {
        long whole = lines.stream()
                .filter(line -> line.depth() == 0 && line.isWholeAccount())
                .mapToLong(of)
                .sum();
        return line -> whole;
    }
}
