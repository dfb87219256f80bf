package io.fairstream.rules.priority;

import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.RealPriority;
import java.time.Duration;

/**
 * Retention time of customers that have nothing left to report.
 *
 * @param customers since the last that happened to a customer; zero for ever
 * @param history how far back late events are taken in; what was deleted is remembered for so long
 */
public record Retention(Duration customers, Duration history) {
    private static final int LOOKS = 10;

    /** Interval between checks, in event time. */
    public Duration interval() {
        return customers.isZero() ? history : customers.dividedBy(LOOKS);
    }

    /**
     * Returns true if all state of a customer can be removed, and none of it is charged to a group: either the row, which has
     * nothing to report any more, or the record of a deletion, before which no entry can come any more.
     *
     * @param now the newest event time, milliseconds since 1970
     */
    public boolean isOver(AccountState standing, Membership membership, long now, HalfLife halfLife) {
        return membership.isIdle() && (isForgotten(standing, now) || isSpent(standing, now, halfLife));
    }

    /** Nothing is in use, the priority is back at the floor, and no factor, ceiling or floor is decided. */
    boolean isSpent(AccountState standing, long now, HalfLife halfLife) {
        if (customers.isZero() || !isQuiet(standing, now, customers)) {
            return false;
        }
        AccountState then = standing.at(now, halfLife);
        return then.realPriority() == RealPriority.FLOOR && !then.isDecided();
    }

    boolean isForgotten(AccountState standing, long now) {
        return !standing.exists() && isQuiet(standing, now, history);
    }

    private static boolean isQuiet(AccountState standing, long now, Duration time) {
        return standing.isIdle() && standing.asOf() < now - time.toMillis();
    }
}
