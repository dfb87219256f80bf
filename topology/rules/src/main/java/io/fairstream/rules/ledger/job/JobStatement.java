package io.fairstream.rules.ledger.job;

import io.fairstream.rules.Tres;
import org.jspecify.annotations.Nullable;

/**
 * What the ledger knows of one job of a number, whole.
 *
 * @param submitted which job of the number, milliseconds since 1970, or null
 * @param run the newest run, or empty
 * @param at time of the newest event, milliseconds since 1970
 * @param firstSeen time of the first event, milliseconds since 1970
 * @param allocated change of the processors allocated from {@code at} on, if no charge says it
 * @param reserved change of the processors reserved from {@code at} on, if no charge says it
 * @param besides change of all else that is held from {@code at} on, if no charge says it
 * @param isFinal whether it is complete
 * @param isWithdrawn whether a late event showed that there is no such job
 */
public record JobStatement(
        @Nullable Long submitted,
        String run,
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
        boolean isWithdrawn) {
    static JobStatement of(JobSnapshot standing) {
        JobFacts facts = standing.facts();
        return new JobStatement(
                standing.submitted(),
                standing.run(),
                standing.at(),
                standing.firstSeen(),
                0,
                0,
                Tres.NONE,
                facts.user(),
                facts.userId(),
                facts.bank(),
                facts.partition(),
                facts.memoryMiB(),
                standing.runs(),
                standing.isComplete(),
                false);
    }

    /** With a change of the allocation. */
    JobStatement with(int moreAllocated, int moreReserved, Tres more) {
        return new JobStatement(
                submitted,
                run,
                at,
                firstSeen,
                moreAllocated,
                moreReserved,
                more,
                user,
                userId,
                bank,
                partition,
                memoryMiB,
                runs,
                isFinal,
                isWithdrawn);
    }

    JobStatement withdrawn() {
        return new JobStatement(
                submitted, run, at, firstSeen, allocated, reserved, besides, user, userId, bank, partition, memoryMiB,
                runs, isFinal, true);
    }
}
