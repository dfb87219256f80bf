package io.fairstream.rules.ledger.job;

import org.jspecify.annotations.Nullable;

/**
 * An entry for a job and its user: from an instant on, so many more or fewer processors are allocated or reserved.
 *
 * @param at milliseconds since 1970
 * @param submitted which job of the number, milliseconds since 1970, or null
 * @param user who pays; never empty
 * @param bank or empty
 */
public record AllocationCharge(
        long at,
        @Nullable Long submitted,
        String run,
        String user,
        @Nullable Long userId,
        String bank,
        int allocated,
        int reserved) {
    AllocationCharge negated() {
        return new AllocationCharge(at, submitted, run, user, userId, bank, -allocated, -reserved);
    }

    boolean isNothing() {
        return allocated == 0 && reserved == 0;
    }
}
