package io.fairstream.rules.usage;

import io.fairstream.rules.usage.Allocation.AllocationBalance;
import io.fairstream.rules.usage.Allocation.Balance;
import io.fairstream.rules.usage.BalanceAccount.ChargeUnit;
import io.fairstream.rules.usage.ProjectAccount.TargetState;
import java.time.Duration;
import java.time.LocalDate;
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
        SortedMap<LocalDate, Double> days) {
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
        AllocationBalance settled = balance == null ? null : balance.settled();
        return new BalanceRow(
                state.target(),
                state.project(),
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
                days);
    }

    /**
     * The state that the row was made of.
     *
     * @throws IllegalArgumentException if the row has values that no target can have
     */
    public TargetState state() {
        ChargeUnit by = ChargeUnit.ofUnit(unit);
        SortedMap<Long, Long> units = new TreeMap<>();
        days.forEach((day, amount) -> units.put(day.toEpochDay(), by.unitsOf(amount)));
        return new TargetState(project, app, by, balance == null ? null : new Balance(allocation(), settled()), units);
    }

    private Allocation allocation() {
        return new Allocation(
                Allocation.target(project, app),
                project,
                app,
                number("initialBalance", initialBalance),
                number("accrual", accrual),
                duration(there("interval", interval)),
                there("start", start),
                end,
                cap == null ? null : (Double) number("cap", cap));
    }

    private AllocationBalance settled() {
        return new AllocationBalance(
                there("asOf", asOf),
                number("accrued", accrued),
                number("withheld", withheld),
                number("charged", charged));
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
