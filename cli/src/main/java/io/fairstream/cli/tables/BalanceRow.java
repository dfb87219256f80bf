package io.fairstream.cli.tables;

import io.fairstream.rules.account.balance.Allocation;
import io.fairstream.rules.account.balance.Balance;
import io.fairstream.rules.account.balance.ChargeBy;
import io.fairstream.rules.account.balance.Settled;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A row of {@code balances} as the account that it tells of. */
public final class BalanceRow {
    /** How a row names the unit of {@link ChargeBy#FLOPS}. */
    private static final String FLOPS = "FLOPs";

    private static final double MILLIS = 1000;

    private BalanceRow() {}

    /** The target's balance at its row's instant; null without an allocation. */
    public static @Nullable Balance of(io.fairstream.schemas.Balance row) {
        if (row.getBalance() == null) {
            return null;
        }
        Instant end = row.getEnd();
        Allocation allocation = new Allocation(
                row.getTarget(),
                row.getProject(),
                row.getApp(),
                given(row.getInitialBalance()),
                given(row.getAccrual()),
                Duration.ofMillis(Math.round(given(row.getInterval()) * MILLIS)),
                given(row.getStart()).toEpochMilli(),
                end == null ? null : end.toEpochMilli(),
                row.getCap());
        Settled settled = new Settled(
                given(row.getAsOf()).toEpochMilli(),
                given(row.getAccrued()),
                given(row.getWithheld()),
                given(row.getCharged()));
        return new Balance(allocation, settled);
    }

    private static <T> T given(@Nullable T field) {
        return Objects.requireNonNull(field);
    }

    /** What the target is charged for. */
    public static ChargeBy chargedBy(io.fairstream.schemas.Balance row) {
        return row.getUnit().equals(FLOPS) ? ChargeBy.FLOPS : ChargeBy.TIME;
    }

    /**
     * The row at another instant, if nothing is charged until then; one without an allocation holds at any.
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
