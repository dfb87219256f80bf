package io.fairstream.htcondor.queue;

import io.fairstream.htcondor.match.Source;
import io.fairstream.schemas.MatchEvent;
import java.time.Instant;

/**
 * A job of the queue holds a slot.
 *
 * @param job its key
 * @param slot the resource
 * @param matchId job and start
 * @param startMillis milliseconds since 1970
 * @param customer who is charged
 * @param weight how much the slot counts
 * @param suspended whether it is suspended now
 */
record QueueRun(
        String job, String slot, String matchId, long startMillis, String customer, double weight, boolean suspended) {

    Instant start() {
        return Instant.ofEpochMilli(startMillis);
    }

    QueueRun with(boolean newSuspended) {
        return new QueueRun(job, slot, matchId, startMillis, customer, weight, newSuspended);
    }

    MatchEvent matched(Source source, Instant at) {
        return source.matched(slot, at, customer, weight, matchId);
    }

    MatchEvent suspended(Source source, Instant at) {
        return source.suspended(slot, at, customer, weight);
    }

    MatchEvent unmatched(Source source, Instant at) {
        return source.unmatched(slot, at.isBefore(start()) ? start() : at, matchId);
    }
}
