package io.fairstream.rules.ledger.job;

import io.fairstream.rules.Tres;
import org.jspecify.annotations.Nullable;

/**
 * An entry for a job and its user: from an instant on, so much more or less is allocated or reserved.
 *
 * @param at milliseconds since 1970
 * @param submitted which job of the number, milliseconds since 1970, or null
 * @param user who pays; never empty
 * @param bank or empty
 * @param besides how much more of all else is held
 */
public record AllocationCharge(
        long at,
        @Nullable Long submitted,
        String run,
        String user,
        @Nullable Long userId,
        String bank,
        int allocated,
        int reserved,
        Tres besides) {
    AllocationCharge negated() {
        return new AllocationCharge(at, submitted, run, user, userId, bank, -allocated, -reserved, besides.negated());
    }

    boolean isNothing() {
        return allocated == 0 && reserved == 0 && besides.isNothing();
    }
}
