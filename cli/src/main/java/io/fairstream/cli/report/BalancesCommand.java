package io.fairstream.cli.report;

import io.fairstream.cli.options.InstantConverter;
import io.fairstream.cli.records.TopicReader;
import io.fairstream.cli.tables.BalanceRow;
import io.fairstream.cli.tables.Present;
import io.fairstream.cli.terminal.Failure;
import io.fairstream.cli.terminal.Numbers;
import io.fairstream.schemas.Balance;
import io.fairstream.schemas.BalanceDay;
import io.fairstream.schemas.Topics;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code report balances}. */
@Command(
        name = "balances",
        description = {
            "What each project, or app of one, is owed: balance = initial + accrued - charged; withheld is what would have"
                    + " accrued but for the cap.",
            "LATELY is what was done on the last days on which something was, since the day named; projects and apps without"
                    + " an allocation have only that. The unit is FLOPs, or seconds (charge.by=time).",
            "explain TARGET says why a balance is what it is."
        })
final class BalancesCommand extends UtcReporting {
    @Option(
            names = "--at",
            paramLabel = "TIME",
            converter = InstantConverter.class,
            description =
                    "Balances at this instant (ISO-8601, milliseconds since 1970, or now), not before a row's own. "
                            + Present.TOLD)
    private @Nullable Instant at;

    @Override
    void report(TopicReader reader, ZonedDateTime present) {
        List<Balance> rows = reader.latest(Topics.BALANCES).stream()
                .map(row -> evaluated(row, at, present.toInstant()))
                .sorted(Comparator.comparing(Balance::getTarget))
                .toList();
        new Sheet<Balance>(Unit.HOURS, zone())
                .text("TARGET", "target", Balance::getTarget)
                .text("UNIT", "unit", Balance::getUnit)
                .number("BALANCE", "balance", large(Balance::getBalance), Balance::getBalance)
                .number("INITIAL", "initialBalance", large(Balance::getInitialBalance), Balance::getInitialBalance)
                .number("ACCRUED", "accrued", large(Balance::getAccrued), Balance::getAccrued)
                .number("CHARGED", "charged", large(Balance::getCharged), Balance::getCharged)
                .number("WITHHELD", "withheld", large(Balance::getWithheld), Balance::getWithheld)
                .number("ACCRUAL", "accrual", large(Balance::getAccrual), Balance::getAccrual)
                .number("EACH S", "interval", Balance::getInterval)
                .number("CAP", "cap", large(Balance::getCap), Balance::getCap)
                .time("END", "end", Balance::getEnd)
                .time("AT", "at", Balance::getAsOf)
                .number("LATELY", "lately", large(BalancesCommand::lately), BalancesCommand::lately)
                .text("SINCE", "latelySince", BalancesCommand::since)
                .print(format(), rows, null, out());
    }

    /** At the instant asked for; without one at the present, unless the row is of later. */
    static Balance evaluated(Balance row, @Nullable Instant at, Instant present) {
        Instant own = row.getAsOf();
        Instant then = own != null && own.isAfter(present) ? own : present;
        try {
            return BalanceRow.evaluate(row, at == null ? then : at);
        } catch (IllegalArgumentException e) {
            throw new Failure(String.valueOf(e.getMessage()), e);
        }
    }

    private static Function<Balance, @Nullable Object> large(Function<Balance, @Nullable Double> amount) {
        return row -> {
            Double value = amount.apply(row);
            return value == null ? null : Numbers.large(value);
        };
    }

    private static double lately(Balance row) {
        return row.getDays().stream().mapToDouble(BalanceDay::getAmount).sum();
    }

    private static @Nullable String since(Balance row) {
        return row.getDays().isEmpty() ? null : row.getDays().get(0).getDay();
    }
}
