package io.fairstream.rules.priority;

import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.RealPriority;
import java.time.Duration;

/**
 * How long customers are kept of whom there is nothing left to say.
 *
 * @param customers since the last that happened to a customer; zero for ever
 * @param history how far back late events are taken in; what was deleted is remembered for so long
 */
public record Retention(Duration customers, Duration history) {
    private static final int LOOKS = 10;

    /** How often to look, in event time. */
    public Duration interval() {
        return customers.isZero() ? history : customers.dividedBy(LOOKS);
    }

    /**
     * Whether all that is kept of a customer can go, nothing of it being charged to a group: either the row, which has
     * nothing to say any more, or the memory of a deletion, before which nothing can come any more.
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
