package io.fairstream.htcondor.log;

import io.fairstream.htcondor.match.OpenPoint;
import io.fairstream.htcondor.match.Source;
import io.fairstream.htcondor.match.Weight;
import io.fairstream.schemas.MatchEvent;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A job holds a slot.
 *
 * @param job its id, with the slot's place among those of the job for subprocess
 * @param slot the slot's name; null when the log does not tell it
 * @param matchId job and start, the same whenever and from wherever the log is read
 * @param startMillis milliseconds since 1970
 * @param customer null while nobody knows
 * @param cores what the slot has; null while nobody knows
 * @param guess what it probably has, where nobody knows
 * @param guessed how that was guessed; null before the begin is told, and where it was no guess
 * @param isTold whether the begin was told as an event; from then on nothing changes
 * @param isEntry whether an entry of the log told of it, and not only of the job's first slot
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

    /** On a further slot of the job, of which nothing else is told. */
    Run onSlot(JobId id) {
        return new Run(
                id.toString(), null, id + "#" + start(), startMillis, customer, cores, guess, guessed, isTold, false);
    }

    /** With what has become known of it: the newest customer, and slot and cores as far as they were not known. */
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

    Run asTold(String someone, Weight weight) {
        return new Run(job, slot, matchId, startMillis, someone, cores, weight.amount(), weight.guess(), true, isEntry);
    }

    /** The begin at its start, or the resumption at that instant. */
    MatchEvent matched(Source source, Instant at, String someone) {
        return source.matched(resource(source), at, someone, weight(), matchId);
    }

    MatchEvent suspended(Source source, Instant at, String someone) {
        return source.suspended(resource(source), at, someone, weight());
    }

    /** The end; one that the log has before the begin is at the begin. */
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
