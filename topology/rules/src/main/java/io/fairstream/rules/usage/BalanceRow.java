package io.fairstream.rules.usage;

import io.fairstream.rules.Spending;
import io.fairstream.rules.Spending.AmountUnit;
import io.fairstream.rules.usage.Allocation.AllocationBalance;
import io.fairstream.rules.usage.Allocation.Balance;
import io.fairstream.rules.usage.Allocation.WhenSpent;
import io.fairstream.rules.usage.BalanceAccount.ChargeUnit;
import io.fairstream.rules.usage.ProjectAccount.TargetState;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Published row of a target. The names are those of the schema {@code Balance}, which documents them. */
public record BalanceRow(
        String target,
        String project,
        String app,
        String unit,
        @Nullable Double balance,
        @Nullable Double initialBalance,
        @Nullable Double accrued,
        @Nullable Double withheld,
        @Nullable Double charged,
        @Nullable Long asOf,
        @Nullable Double accrual,
        @Nullable Double interval,
        @Nullable Long start,
        @Nullable Long end,
        @Nullable Double cap,
        SortedMap<LocalDate, Double> days,
        double carryOver,
        List<Integer> thresholds,
        WhenSpent whenSpent,
        @Nullable Long periodStart,
        @Nullable Double granted,
        @Nullable Double spent) {
    private static final double MILLIS = 1e3;

    /** Maximum amount: far above any real balance, and far below the range in which sums fail. */
    private static final double MAX = 1e200;

    public static BalanceRow of(TargetState state) {
        SortedMap<LocalDate, Double> days = new TreeMap<>();
        state.days()
                .forEach((day, units) ->
                        days.put(LocalDate.ofEpochDay(day), state.by().amount(units)));
        Balance balance = state.balance();
        Allocation allocation = balance == null ? null : balance.allocation();
        Course course = balance == null ? null : balance.course();
        AllocationBalance settled = course == null ? null : course.settled();
        return new BalanceRow(
                state.target(),
                Allocation.isPath(state.target()) ? "" : state.project(),
                state.app(),
                state.by().unit(),
                balance == null ? null : (Double) balance.amount(),
                allocation == null ? null : (Double) allocation.initialBalance(),
                settled == null ? null : (Double) settled.accrued(),
                settled == null ? null : (Double) settled.withheld(),
                settled == null ? null : (Double) settled.charged(),
                settled == null ? null : (Long) settled.at(),
                allocation == null ? null : (Double) allocation.accrual(),
                allocation == null ? null : (Double) (allocation.interval().toMillis() / MILLIS),
                allocation == null ? null : (Long) allocation.start(),
                allocation == null ? null : allocation.end(),
                allocation == null ? null : allocation.cap(),
                days,
                allocation == null ? 1 : allocation.carryOver(),
                allocation == null ? List.of() : allocation.thresholds(),
                allocation == null ? WhenSpent.NOTHING : allocation.whenSpent(),
                course == null ? null : (Long) course.periodStart(),
                course == null ? null : (Double) course.granted(),
                course == null ? null : (Double) course.spent());
    }

    /**
     * The state that the row was made of.
     *
     * @throws IllegalArgumentException if the row has values that no target can have
     */
    public TargetState state() {
        AmountUnit by = unitOfRow();
        SortedMap<Long, Long> units = new TreeMap<>();
        days.forEach((day, amount) -> units.put(day.toEpochDay(), by.unitsOf(amount)));
        String named = Allocation.isPath(target) ? target : project;
        return new TargetState(named, app, by, balance == null ? null : balance(by), units);
    }

    private AmountUnit unitOfRow() {
        if (!Allocation.isPath(target)) {
            return ChargeUnit.ofUnit(unit);
        }
        for (Spending.Unit each : Spending.Unit.values()) {
            if (each.unit().equals(unit)) {
                return each;
            }
        }
        throw new IllegalArgumentException("unit: \"" + unit + "\" (expected: one of allocations of paths)");
    }

    private Balance balance(AmountUnit by) {
        Allocation allocation = new Allocation(
                Allocation.isPath(target) ? target : Allocation.target(project, app),
                project,
                app,
                number("initialBalance", initialBalance),
                number("accrual", accrual),
                duration(there("interval", interval)),
                there("start", start),
                end,
                cap == null ? null : (Double) number("cap", cap),
                by instanceof Spending.Unit ofPath ? ofPath : null,
                number("carryOver", carryOver),
                thresholds,
                List.of(),
                whenSpent);
        AllocationBalance settled = new AllocationBalance(
                there("asOf", asOf),
                number("accrued", accrued),
                number("withheld", withheld),
                number("charged", charged));
        return new Balance(
                allocation,
                periodStart == null
                        ? Course.of(allocation, settled)
                        : Course.of(
                                settled,
                                periodStart,
                                number("granted", granted),
                                settled.charged() - number("spent", spent)));
    }

    private static <T> T there(String what, @Nullable T value) {
        if (value == null) {
            throw new IllegalArgumentException(what + ": null (expected: a value, as there is a balance)");
        }
        return value;
    }

    private static double number(String what, @Nullable Double value) {
        double number = there(what, value);
        if (!(Math.abs(number) <= MAX)) {
            throw new IllegalArgumentException(what + ": " + number + " (expected: at most " + MAX + ")");
        }
        return number;
    }

    private static Duration duration(double seconds) {
        long millis = Math.round(seconds * MILLIS);
        if (millis < 1) {
            throw new IllegalArgumentException("interval: " + seconds + " (expected: 0.001 or more)");
        }
        return Duration.ofMillis(millis);
    }
}
