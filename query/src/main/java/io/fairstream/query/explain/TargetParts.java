package io.fairstream.query.explain;

import static io.fairstream.query.columns.Numbers.isNear;

import io.fairstream.query.tables.BalanceRow;
import io.fairstream.rules.HostUsage;
import io.fairstream.rules.usage.Allocation.Balance;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parts of a target's balance at its row's instant, from the journal. Charges count on the day, and in the hour, in
 * which their interval ends; charges before the hour in which the allocation starts do not count.
 *
 * @param row as it was published before the journal was read
 * @param parts the newest day or the largest part first
 * @param journal the balance computed from the journal; null without an allocation
 * @param known instant from which the journal is complete; null if it is complete
 */
record TargetParts(
        io.fairstream.schemas.Balance row,
        By by,
        List<TargetPart> parts,
        @Nullable Balance journal,
        @Nullable Instant known) {
    private static final double EXACT = 1e-9;

    /**
     * Key by which charges are summed; unused fields are empty.
     *
     * @param day of UTC
     */
    record PartKey(String day, String app, String user, String host) {}

    /**
     * Sum of charges.
     *
     * @param work work done
     * @param charged the charge, in the unit of the row
     */
    record TargetPart(PartKey key, HostUsage.Sum work, double charged) {}

    /** Returns the sum of all parts. */
    TargetPart sum() {
        HostUsage.Sum work = parts.stream().map(TargetPart::work).reduce(HostUsage.Sum.EMPTY, HostUsage.Sum::plus);
        return new TargetPart(new PartKey("", "", "", ""), work, charged());
    }

    /** Returns the sum of the parts. */
    double charged() {
        return parts.stream().mapToDouble(TargetPart::charged).sum();
    }

    /** Returns the total charge of the row; null without an allocation. */
    @Nullable
    Double rowCharged() {
        return row.getCharged();
    }

    /**
     * Returns true if the parts agree with the row, as far as the journal reaches. While reports arrive, the journal is
     * ahead of a row that was read before it, and behind one that was read after it.
     *
     * @param after the row, read again after the journal
     */
    boolean isWhole(io.fairstream.schemas.Balance after) {
        Balance before = BalanceRow.of(row);
        Balance then = BalanceRow.of(after);
        if (before == null || journal == null || known != null) {
            return true;
        }
        if (then == null || !then.allocation().equals(before.allocation())) {
            return false;
        }
        double low = Math.min(before.settled().charged(), then.settled().charged());
        double high = Math.max(before.settled().charged(), then.settled().charged());
        double turnover =
                Math.abs(before.allocation().initialBalance()) + then.settled().accrued() + high;
        boolean isBetween = charged() >= low - EXACT * turnover && charged() <= high + EXACT * turnover;
        return isBetween && (low != high || isNear(journal.amount(), then.amount(), turnover));
    }

    /** Returns the target's balance as computed from a complete journal; null without an allocation. */
    @Nullable
    Balance balance() {
        return known == null ? journal : BalanceRow.of(row);
    }
}
