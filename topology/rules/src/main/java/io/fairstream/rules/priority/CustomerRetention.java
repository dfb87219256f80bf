package io.fairstream.rules.priority;

import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.HalfLife.RealPriority;
import io.fairstream.rules.priority.Groups.Membership;
import java.time.Duration;

/**
 * Retention time of customers without any current use or settings.
 *
 * @param customers time since the last entry of a customer, also since its deletion; zero for ever
 */
public record CustomerRetention(Duration customers) {
    private static final int CHECKS = 10;

    /** Interval between checks, in event time; zero for none. */
    public Duration interval() {
        return customers.dividedBy(CHECKS);
    }

    /**
     * Returns true if all state of a customer can be removed, and none of it is charged to a group. The record of a deletion is
     * kept as long: an earlier charge may still arrive from a partition that is far behind the others.
     *
     * @param now the newest event time, milliseconds since 1970
     */
    public boolean isOver(AccountState state, Membership membership, long now, HalfLife halfLife) {
        return membership.isIdle() && isSpent(state, now, halfLife);
    }

    /** Returns true if nothing is in use, the priority is back at the floor, and no factor, ceiling or floor is set. */
    boolean isSpent(AccountState state, long now, HalfLife halfLife) {
        if (customers.isZero() || !state.isIdle() || state.asOf() >= now - customers.toMillis()) {
            return false;
        }
        AccountState then = state.at(now, halfLife);
        return then.realPriority() == RealPriority.FLOOR && !then.isDecided();
    }
}
