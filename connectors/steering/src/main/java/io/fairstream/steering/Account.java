package io.fairstream.steering;

import org.jspecify.annotations.Nullable;

/**
 * Account of a user in a scheduler, with the scheduler's own numbers.
 *
 * @param name unique in the scheduler, such as {@code alice@pool.local} or {@code physics/alice}
 * @param user the user's name in the scheduler
 * @param bank the bank (account) of this priority, null if the scheduler has none
 * @param priority the scheduler's own number: HTCondor's real user priority, in slot weight, lower is better; the fair-share factor of
 *     Slurm and flux, 0 to 1, higher is better
 * @param usage usage counted by the scheduler, in its own unit; null if unknown
 */
public record Account(
        String name,
        String user,
        @Nullable String bank,
        double priority,
        @Nullable Double usage) {}
