package io.fairstream.query.tables;

import io.fairstream.rules.usage.Allocation.Balance;
import io.fairstream.rules.usage.BalanceAccount.ChargeUnit;
import io.fairstream.rules.usage.ProjectAccount.TargetState;
import io.fairstream.streams.avro.AvroRecords;
import io.fairstream.streams.usage.UsageStages.UsageFormat;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Conversion of rows of {@code balances} to balances. */
public final class BalanceRow {
    private BalanceRow() {}

    /** Returns the target's balance at its row's instant; null without an allocation. */
    public static @Nullable Balance of(io.fairstream.schemas.Balance row) {
        return state(row).balance();
    }

    /** Returns the quantity that the target is charged for. */
    public static ChargeUnit chargedBy(io.fairstream.schemas.Balance row) {
        return state(row).by();
    }

    private static TargetState state(io.fairstream.schemas.Balance row) {
        return Objects.requireNonNull(AvroRecords.value(UsageFormat.BALANCE, row));
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
                .setAsOf(at)
                .build();
    }
}
