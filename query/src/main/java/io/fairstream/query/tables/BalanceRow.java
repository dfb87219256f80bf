package io.fairstream.query.tables;

import io.fairstream.query.records.Failure;
import io.fairstream.rules.Spending;
import io.fairstream.rules.Spending.AmountUnit;
import io.fairstream.rules.usage.Allocation.Balance;
import io.fairstream.rules.usage.BalanceAccount.ChargeUnit;
import io.fairstream.rules.usage.ProjectAccount.TargetState;
import io.fairstream.streams.avro.AvroRecords;
import io.fairstream.streams.usage.UsageStages.UsageFormat;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Conversion of rows of {@code balances} to balances. */
public final class BalanceRow {
    private BalanceRow() {}

    /** Returns the target's balance at its row's instant; null without an allocation. */
    public static @Nullable Balance of(io.fairstream.schemas.Balance row) {
        return state(row).balance();
    }

    /** Returns the unit that the target is charged in: a {@link ChargeUnit} of a project, a {@link Spending.Unit} of a path. */
    public static AmountUnit chargedBy(io.fairstream.schemas.Balance row) {
        return state(row).by();
    }

    private static TargetState state(io.fairstream.schemas.Balance row) {
        return Objects.requireNonNull(AvroRecords.value(UsageFormat.BALANCE, row));
    }

    /** Forecasts of when the balance is spent: if each day takes as much as the last ones before did. */
    public enum Forecast {
        DAY("spentAtDayRate", 1),
        WEEK("spentAtWeekRate", 7);

        private final String field;
        private final int days;

        Forecast(String field, int days) {
            this.field = field;
            this.days = days;
        }

        public String field() {
            return field;
        }

        /** Returns when a balance of the row's target is spent, in whole minutes, or null if it is not. */
        public @Nullable Instant spent(Balance now, io.fairstream.schemas.Balance row) {
            Long at = state(row).spentAt(now, days);
            return at == null ? null : Instant.ofEpochMilli(at).truncatedTo(ChronoUnit.MINUTES);
        }

        /** Returns when the row's balance is spent; null if it is not, or without an allocation. */
        public @Nullable Instant spent(io.fairstream.schemas.Balance row) {
            Balance now = of(row);
            return now == null ? null : spent(now, row);
        }
    }

    /**
     * Returns the row at the requested instant; by default at the present, unless the row is later.
     *
     * @throws Failure if the instant is before that of the row
     */
    public static io.fairstream.schemas.Balance atPresent(
            io.fairstream.schemas.Balance row, @Nullable Instant at, Instant present) {
        Instant own = row.getAsOf();
        Instant then = own != null && own.isAfter(present) ? own : present;
        return Failure.ifRefused(() -> evaluate(row, at == null ? then : at));
    }

    /**
     * Returns the row at another instant if nothing is charged until then; one without an allocation is valid at any.
     *
     * @throws IllegalArgumentException if it is before the row's own, naming it
     */
    public static io.fairstream.schemas.Balance evaluate(io.fairstream.schemas.Balance row, Instant at) {
        Balance balance = of(row);
        if (balance == null) {
            return row;
        }
        Balance then = balance.at(at.toEpochMilli());
        return io.fairstream.schemas.Balance.newBuilder(row)
                .setBalance(then.amount())
                .setAccrued(then.settled().accrued())
                .setWithheld(then.settled().withheld())
                .setPeriodStart(Instant.ofEpochMilli(then.course().periodStart()))
                .setGranted(then.course().granted())
                .setSpent(then.course().spent())
                .setAsOf(at)
                .build();
    }
}
