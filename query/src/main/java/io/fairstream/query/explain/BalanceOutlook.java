package io.fairstream.query.explain;

import io.fairstream.rules.usage.Allocation;
import io.fairstream.rules.usage.Allocation.Balance;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Projection of a balance without further charges. */
record BalanceOutlook(Balance now) {
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

    /** Tolerance as a part of an interval: an interval that lacks no more than this counts as complete. */
    private static final double ROUNDING = 1e-9;

    /**
     * Returns the instant at which the balance reaches a value from below: the end of an interval, or the balance's own
     * instant if it has already reached it. Null for never: without an accrual, above the cap, after the end of the
     * allocation, and after the year 9999.
     */
    @Nullable
    Instant reaches(double value) {
        Allocation allocation = now.allocation();
        double missing = value - now.amount();
        if (missing <= 0) {
            return Instant.ofEpochMilli(now.asOf());
        }
        Double cap = allocation.cap();
        if (allocation.accrual() <= 0 || (cap != null && cap < value)) {
            return null;
        }
        double intervals = allocation.intervals(now.asOf()) + Math.ceil(missing / allocation.accrual() - ROUNDING);
        double at = allocation.start() + intervals * allocation.interval().toMillis();
        double latest = LATEST.toEpochMilli();
        return at > Objects.requireNonNullElse(allocation.end(), LATEST.toEpochMilli()) || at > latest
                ? null
                : Instant.ofEpochMilli((long) at);
    }
}
