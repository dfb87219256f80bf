package io.fairstream.cli.report;

import io.fairstream.cli.records.TopicReader;
import io.fairstream.cli.report.AccountUse.Line;
import java.time.Instant;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

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
    @Mixin
    private final TresOption tres = new TresOption();

    @Override
    void report(TopicReader reader, Period period, Instant present) {
        AccountUse use = new AccountUse(period, this::isOfCluster, tres.names());
        Instant reachesTo = UserJournal.read(reader, use).orElse(null);
        warn(reachesTo, period);
        List<Line> lines = use.lines();
        title("Account utilization by user", period);
        Sheet<Line> sheet = this.<Line>sheet()
                .text("CLUSTER", "cluster", Line::cluster)
                .text("ACCOUNT", "account", AccountUtilizationCommand::indented, Line::account)
                .text("LOGIN", "user", Line::user)
                .processorTime("ALLOCATED", "allocated", Line::allocated, whole(lines, Line::allocated))
                .processorTime("RESERVED", "reserved", Line::reserved, whole(lines, Line::reserved))
                .processorTime("CHARGED", "charged", Line::charged, whole(lines, Line::charged));
        tres.addTo(sheet, Line::tres, wholeTres(lines)).print(format(), lines, null, out());
    }

    private static String indented(Line line) {
        String path = line.account();
        return "  ".repeat(line.depth()) + path.substring(path.lastIndexOf('/') + 1);
    }

    private static ToLongFunction<Line> whole(List<Line> lines, ToLongFunction<Line> of) {
        long whole = roots(lines).mapToLong(of).sum();
        return line -> whole;
    }

    private static List<Long> wholeTres(List<Line> lines) {
        return roots(lines).map(Line::tres).reduce(List.of(), TresUse::sums);
    }

    private static Stream<Line> roots(List<Line> lines) {
        return lines.stream().filter(line -> line.depth() == 0 && line.isWholeAccount());
    }
}
