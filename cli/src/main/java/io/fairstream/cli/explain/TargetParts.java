package io.fairstream.cli.explain;

import io.fairstream.cli.tables.BalanceRow;
import io.fairstream.rules.account.balance.Balance;
import io.fairstream.rules.account.daily.WorkSum;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a target's balance is made of at its row's instant, from the journal. Charges count on the day, and in the hour, in which
 * their interval ends, and from the hour on in which the allocation starts; without an allocation all of them do.
 *
 * @param row as it was published
 * @param parts the newest day or the largest part first
 * @param journal the balance that the journal gives; null without an allocation
 * @param known since when the journal has all entries; null if it has them all
 */
record TargetParts(
        io.fairstream.schemas.Balance row,
        By by,
        List<TargetPart> parts,
        @Nullable Balance journal,
        @Nullable Instant known) {
    private static final double EXACT = 1e-9;

    /**
     * By what charges are summed up; empty for what does not matter.
     *
     * @param day of UTC
     */
    record PartKey(String day, String app, String user, String host) {}

    /**
     * Several charges.
     *
     * @param work that was done
     * @param charged what it counts, in the unit of the row
     */
    record TargetPart(PartKey key, WorkSum work, double charged) {}

    /** What the parts add up to. */
    double charged() {
        return parts.stream().mapToDouble(TargetPart::charged).sum();
    }

    /** What the row was charged in all; null without an allocation. */
    @Nullable
    Double rowCharged() {
        return row.getCharged();
    }

    /** Whether the parts are what the row says, as far as the journal reaches. */
    boolean isWhole() {
        Balance published = BalanceRow.of(row);
        if (published == null || journal == null || known != null) {
            return true;
        }
        double charged = published.settled().charged();
        double turnover = Math.abs(published.allocation().initialBalance())
                + published.settled().accrued()
                + charged;
        return isNear(charged(), charged, turnover) && isNear(journal.amount(), published.amount(), turnover);
    }

    private static boolean isNear(double is, double should, double turnover) {
        return Math.abs(is - should) <= EXACT * Math.max(1, turnover);
    }
}
