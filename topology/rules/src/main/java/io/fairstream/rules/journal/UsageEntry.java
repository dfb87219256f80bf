package io.fairstream.rules.journal;

import io.fairstream.rules.Amounts;
import io.fairstream.rules.Quantity;
import io.fairstream.rules.Tres;
import org.jspecify.annotations.Nullable;

/** Entry charged to a job or a user. Entries add up, in any order; none is forgotten, none counts twice. */
public sealed interface UsageEntry extends Entry {
    /** Its instant, or the end of its interval, milliseconds since 1970. */
    long at();

    /**
     * From an instant on, so many more or fewer processors are allocated or reserved, and so much more or less of all else is held.
     *
     * @param at milliseconds since 1970
     * @param besides all that is held besides processors
     * @param userId of the user who pays
     */
    record Allocation(
            long at,
            int allocated,
            int reserved,
            Tres besides,
            @Nullable Long userId) implements UsageEntry {
        /** So much more than another one, for the same user. */
        public Allocation minus(Allocation less) {
            return new Allocation(
                    at, allocated - less.allocated, reserved - less.reserved, besides.minus(less.besides), userId);
        }

        public Allocation negated() {
            return new Allocation(at, -allocated, -reserved, besides.negated(), userId);
        }

        public boolean isEmpty() {
            return allocated == 0 && reserved == 0 && besides.isNothing();
        }
    }

    /**
     * Usage over an interval; negative if taken back.
     *
     * @param from milliseconds since 1970
     * @param at end of the interval, milliseconds since 1970, after {@code from}
     * @param user whose sessions they were
     */
    record Usage(
            long from,
            long at,
            Amounts amounts,
            String user,
            @Nullable Long userId) implements UsageEntry {
        /** The same with the opposite of one quantity. */
        public Usage negated(Quantity quantity) {
            return new Usage(from, at, amounts.with(quantity, -amounts.get(quantity)), user, userId);
        }
    }

    /**
     * Statement of all that the job ledger knows of a job.
     *
     * @param at time of the job's newest event, milliseconds since 1970
     * @param firstSeen time of its first event, milliseconds since 1970
     * @param allocated change of the processors allocated from {@code at} on, if no other entry says it
     * @param reserved change of the processors reserved from {@code at} on, if no other entry says it
     * @param besides change of all else that is held from {@code at} on, if no other entry says it
     * @param isWithdrawn whether a late event showed that there is no such job
     */
    record Statement(
            long at,
            long firstSeen,
            int allocated,
            int reserved,
            Tres besides,
            String user,
            @Nullable Long userId,
            String bank,
            String partition,
            @Nullable Long memoryMiB,
            int runs,
            boolean isFinal,
            boolean isWithdrawn)
            implements UsageEntry {
        /** The same without a change of the allocation. */
        public Statement without() {
            return new Statement(
                    at,
                    firstSeen,
                    0,
                    0,
                    Tres.NONE,
                    user,
                    userId,
                    bank,
                    partition,
                    memoryMiB,
                    runs,
                    isFinal,
                    isWithdrawn);
        }

        public Statement withdrawn() {
            return new Statement(
                    at, firstSeen, allocated, reserved, besides, user, userId, bank, partition, memoryMiB, runs,
                    isFinal, true);
        }
    }
}
