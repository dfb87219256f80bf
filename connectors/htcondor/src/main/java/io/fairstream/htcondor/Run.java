package io.fairstream.htcondor;

import io.fairstream.htcondor.match.OpenPoint;
import io.fairstream.htcondor.match.Source;
import io.fairstream.htcondor.match.Weight;
import io.fairstream.schemas.MatchEvent;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A job's run on one slot.
 *
 * @param job id of the job; its subprocess is the slot's position among the job's slots
 * @param slot name of the slot; null if the log does not contain it
 * @param matchId job and start; independent of when and from which position the log is read
 * @param startMillis milliseconds since 1970
 * @param customer charged customer; null while unknown
 * @param cores cores of the slot; null while unknown
 * @param guess weight of the slot if its cores are unknown
 * @param guessed method of that guess; null before the begin is passed on, and for a known weight
 * @param isTold whether the begin was passed on as an event; the run does not change any more
 * @param isEntry whether the begin has its own entry in the log; otherwise it is derived from that of the job's first slot
 */
record Run(
        String job,
        @Nullable String slot,
        String matchId,
        long startMillis,
        @Nullable String customer,
        @Nullable Double cores,
        double guess,
        @Nullable OpenPoint guessed,
        boolean isTold,
        boolean isEntry) {

    static Run of(JobId id, Instant start, @Nullable String slot, @Nullable Double cores) {
        String matchId = id + "#" + start;
        return new Run(
                id.toString(),
                slot,
                matchId,
                start.toEpochMilli(),
                null,
                cores,
                Weight.UNKNOWN.amount(),
                null,
                false,
                true);
    }

    Instant start() {
        return Instant.ofEpochMilli(startMillis);
    }

    /** Returns the run on another slot of the job that has no entry of its own. */
    Run onSlot(JobId id) {
        return new Run(
                id.toString(), null, id + "#" + start(), startMillis, customer, cores, guess, guessed, isTold, false);
    }

    /** Returns the run with additional data: customer replaces an earlier one, slot and cores are set only if unknown. */
    Run with(@Nullable String someone, @Nullable Double provisioned, @Nullable String host) {
        return new Run(
                job,
                slot == null && isEntry ? host : slot,
                matchId,
                startMillis,
                someone == null ? customer : someone,
                cores == null ? provisioned : cores,
                guess,
                guessed,
                isTold,
                isEntry);
    }

    Run asReported(String someone, Weight weight) {
        return new Run(job, slot, matchId, startMillis, someone, cores, weight.amount(), weight.guess(), true, isEntry);
    }

    /** Returns the begin of the run, or its resumption at that instant. */
    MatchEvent matched(Source source, Instant at, String someone) {
        return source.matched(resource(source), at, someone, weight(), matchId);
    }

    MatchEvent suspended(Source source, Instant at, String someone) {
        return source.suspended(resource(source), at, someone, weight());
    }

    /** Returns the end of the run, not before its begin. */
    MatchEvent unmatched(Source source, Instant at) {
        return source.unmatched(resource(source), at.isBefore(start()) ? start() : at, matchId);
    }

    private String resource(Source source) {
        return slot == null ? "job" + job + "@" + source.name() : slot;
    }

    private double weight() {
        return cores == null ? guess : cores;
    }
}
