package io.fairstream.htcondor.log;

import io.fairstream.htcondor.match.Source;
import io.fairstream.htcondor.match.Weight;
import io.fairstream.schemas.MatchEvent;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A job holds a slot.
 *
 * @param job its id
 * @param slot the slot's name; null when the log does not tell it
 * @param matchId job and start, the same whenever and from wherever the log is read
 * @param startMillis milliseconds since 1970
 * @param customer null while nobody knows
 * @param cores what the slot has; null while nobody knows
 * @param guess what it probably has, where nobody knows
 * @param told whether the begin was told as an event; from then on nothing changes
 */
record Run(
        String job,
        @Nullable String slot,
        String matchId,
        long startMillis,
        @Nullable String customer,
        @Nullable Double cores,
        double guess,
        boolean told) {

    static Run of(JobId job, Instant start, @Nullable String slot, @Nullable Double cores) {
        String matchId = job + "#" + start;
        return new Run(job.toString(), slot, matchId, start.toEpochMilli(), null, cores, Weight.UNKNOWN, false);
    }

    Instant start() {
        return Instant.ofEpochMilli(startMillis);
    }

    /** With what has become known of it: the newest customer, and slot and cores as far as they were not known. */
    Run with(@Nullable String someone, @Nullable Double provisioned, @Nullable String host) {
        return new Run(
                job,
                slot == null ? host : slot,
                matchId,
                startMillis,
                someone == null ? customer : someone,
                cores == null ? provisioned : cores,
                guess,
                told);
    }

    Run asTold(String someone, @Nullable Double guessed) {
        return new Run(job, slot, matchId, startMillis, someone, cores, guessed == null ? guess : guessed, true);
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
