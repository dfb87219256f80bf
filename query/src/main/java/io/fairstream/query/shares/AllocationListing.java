package io.fairstream.query.shares;

import io.fairstream.app.config.Keys;
import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Format;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.BalanceRow;
import io.fairstream.query.tables.BalanceRow.Forecast;
import io.fairstream.schemas.Allocation;
import io.fairstream.schemas.Balance;
import io.fairstream.schemas.Topics;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Allocation with its balance, for the listing.
 *
 * @param balance null if the topology has written none
 * @param unit of all amounts, such as {@code CPU s}
 * @param state in words
 */
public record AllocationListing(
        Allocation allocation, @Nullable Balance balance, String unit, String state) {
    /**
     * Reads the allocations of these targets and of what is in them, as of the present; a balance of a later instant is as of that.
     *
     * @param targets paths after a slash, projects, or project/app; empty for all
     * @throws Failure if a target has no allocation
     */
    public static Document report(TopicReader reader, Collection<String> targets, Instant present) {
        Map<String, Balance> balances =
                reader.latest(Topics.BALANCES).stream().collect(Collectors.toMap(Balance::getTarget, row -> row));
        String ofProjects = reader.settings().get(Keys.ALLOCATION_CHARGE_UNIT).unit();
        List<Allocation> all = reader.latest(Topics.ALLOCATIONS);
        targets.forEach(target -> {
            if (all.stream().noneMatch(allocation -> isIn(allocation, target))) {
                throw new Failure(target + ": no allocation (expected: a target that allocations list shows)");
            }
        });
        List<AllocationListing> rows = all.stream()
                .filter(allocation ->
                        targets.isEmpty() || targets.stream().anyMatch(target -> isIn(allocation, target)))
                .sorted(Comparator.comparing(Allocation::getTarget))
                .map(allocation -> of(allocation, balances.get(allocation.getTarget()), ofProjects, present))
                .toList();
        return Document.of(columns().report(rows)).say("as of " + present);
    }

    private static boolean isIn(Allocation allocation, String target) {
        return allocation.getTarget().equals(target) || allocation.getTarget().startsWith(target + "/");
    }

    static AllocationListing of(Allocation allocation, @Nullable Balance row, String ofProjects, Instant present) {
        Balance balance = row == null || row.getBalance() == null ? null : BalanceRow.atPresent(row, null, present);
        String ofPath = AllocationAmounts.of(allocation).unit();
        String own = ofPath.isEmpty() ? ofProjects : ofPath;
        return new AllocationListing(
                allocation, balance, balance == null ? own : balance.getUnit(), state(allocation, balance, present));
    }

    private static String state(Allocation allocation, @Nullable Balance balance, Instant present) {
        if (allocation.getStart().isAfter(present)) {
            return "not started";
        }
        Double left = balance == null ? null : balance.getBalance();
        if (balance == null || left == null) {
            return "no balance";
        }
        if (left <= 0) {
            return "spent";
        }
        Instant end = allocation.getEnd();
        if (end != null && !end.isAfter(present)) {
            return "ended";
        }
        Double part = part(balance);
        return allocation.getThresholds().stream()
                .filter(threshold -> part != null && part * 100 >= threshold)
                .reduce((one, other) -> other)
                .map(threshold -> threshold + " %")
                .orElse("ok");
    }

    /** Returns the part of what was granted that is spent; null if nothing was granted. */
    private static @Nullable Double part(Balance balance) {
        Double granted = balance.getGranted();
        Double spent = balance.getSpent();
        return granted == null || spent == null || granted <= 0 ? null : (Double) (spent / granted);
    }

    private static @Nullable String percent(@Nullable Balance balance) {
        Double part = balance == null ? null : part(balance);
        return part == null ? null : String.format(Locale.ROOT, "%,d %%", (long) (part * 100));
    }

    private static Columns<AllocationListing> columns() {
        Columns<AllocationListing> columns = new Columns<AllocationListing>()
                .text("target", row -> row.allocation.getTarget())
                .text("unit", row -> new AllocationAmounts(row.unit).shownUnit(), AllocationListing::unit);
        amount(columns, "granted", of(Balance::getGranted));
        amount(columns, "spent", of(Balance::getSpent)).leftOutFirst();
        columns.percent("spentPart", row -> row.balance == null ? null : part(row.balance))
                .headed("%")
                .shownAs(row -> percent(row.balance));
        amount(columns, "balance", of(Balance::getBalance)).headed("LEFT");
        return columns.time("spentAtWeekRate", row -> row.balance == null ? null : Forecast.WEEK.spent(row.balance))
                .headed("SPENT ON")
                .shownAs(row -> row.balance == null ? null : day(Forecast.WEEK.spent(row.balance)))
                .text("state", AllocationListing::state)
                .time("spentAtDayRate", row -> row.balance == null ? null : Forecast.DAY.spent(row.balance))
                .unshown()
                .text("asOf", of(Balance::getAsOf))
                .unshown()
                .text("periodStart", of(Balance::getPeriodStart))
                .unshown()
                .text("accrued", of(Balance::getAccrued))
                .unshown()
                .text("withheld", of(Balance::getWithheld))
                .unshown()
                .text("charged", of(Balance::getCharged))
                .unshown()
                .with(AllocationListing::decided);
    }

    private static void decided(Columns<AllocationListing> columns) {
        Map<String, Function<Allocation, @Nullable Object>> fields = new LinkedHashMap<>();
        fields.put("initialBalance", Allocation::getInitialBalance);
        fields.put("accrual", Allocation::getAccrual);
        fields.put("interval", Allocation::getInterval);
        fields.put("start", Allocation::getStart);
        fields.put("end", Allocation::getEnd);
        fields.put("cap", Allocation::getCap);
        fields.put("carryOver", Allocation::getCarryOver);
        fields.put("thresholds", Allocation::getThresholds);
        fields.put("contacts", Allocation::getContacts);
        fields.put("whenSpent", Allocation::getWhenSpent);
        fields.forEach((name, value) ->
                columns.text(name, row -> value.apply(row.allocation)).unshown());
    }

    private static Columns<AllocationListing> amount(
            Columns<AllocationListing> columns, String name, Function<AllocationListing, @Nullable Double> value) {
        return columns.add(name, Format.LARGE, value::apply)
                .shownAs(row -> new AllocationAmounts(row.unit).shown(value.apply(row)));
    }

    private static <T> Function<AllocationListing, @Nullable T> of(Function<Balance, @Nullable T> value) {
        return row -> row.balance == null ? null : value.apply(row.balance);
    }

    private static @Nullable String day(@Nullable Instant at) {
        return at == null ? null : at.atZone(ZoneOffset.UTC).toLocalDate().toString();
    }
}
