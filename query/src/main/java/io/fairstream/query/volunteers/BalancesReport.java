package io.fairstream.query.volunteers;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Format;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.BalanceRow;
import io.fairstream.query.tables.BalanceRow.Forecast;
import io.fairstream.rules.usage.Allocation;
import io.fairstream.schemas.Balance;
import io.fairstream.schemas.BalanceDay;
import io.fairstream.schemas.Topics;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Balances of projects and their apps: FLOPs, or seconds if they are charged in seconds. */
public final class BalancesReport {
    private BalancesReport() {}

    /**
     * Reads the balances.
     *
     * @param target project, with its apps, or project/app; null for all projects and apps
     * @param at null for each row's own instant, or the present if that is later
     * @throws Failure if the instant is before that of a row, or the target has no balance
     */
    public static Document report(TopicReader reader, @Nullable String target, @Nullable Instant at, Instant present) {
        List<Balance> all = reader.latest(Topics.BALANCES).stream()
                .filter(row -> target == null
                        ? !Allocation.isPath(row.getTarget())
                        : row.getTarget().equals(target) || row.getProject().equals(target))
                .toList();
        if (target != null && all.isEmpty()) {
            throw new Failure("balances: target " + target
                    + " has none (expected: a project, or project/app, that report" + " balances shows)");
        }
        List<Balance> rows = all.stream()
                .map(row -> BalanceRow.atPresent(row, at, present))
                .sorted(Comparator.comparing(Balance::getTarget))
                .toList();
        return Document.of(new Columns<Balance>()
                .text("target", Balance::getTarget)
                .text("unit", Balance::getUnit)
                .add("balance", Format.LARGE, Balance::getBalance)
                .time(Forecast.DAY.field(), Forecast.DAY::spent)
                .headed("SPENT (DAY)")
                .time(Forecast.WEEK.field(), Forecast.WEEK::spent)
                .headed("SPENT (WEEK)")
                .add("initialBalance", Format.LARGE, Balance::getInitialBalance)
                .headed("INITIAL")
                .add("accrued", Format.LARGE, Balance::getAccrued)
                .add("charged", Format.LARGE, Balance::getCharged)
                .add("withheld", Format.LARGE, Balance::getWithheld)
                .add("accrual", Format.LARGE, Balance::getAccrual)
                .number("interval", Balance::getInterval)
                .headed("EACH (s)")
                .add("cap", Format.LARGE, Balance::getCap)
                .time("end", Balance::getEnd)
                .time("at", Balance::getAsOf)
                .add("lately", Format.LARGE, BalancesReport::lately)
                .text("latelySince", BalancesReport::since)
                .headed("SINCE")
                .report(rows));
    }

    private static double lately(Balance row) {
        return row.getDays().stream().mapToDouble(BalanceDay::getAmount).sum();
    }

    private static @Nullable String since(Balance row) {
        return row.getDays().isEmpty() ? null : row.getDays().get(0).getDay();
    }
}
