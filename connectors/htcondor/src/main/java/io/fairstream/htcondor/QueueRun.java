package io.fairstream.htcondor;

import io.fairstream.htcondor.match.JobSlot;
import io.fairstream.htcondor.match.Source;
import io.fairstream.schemas.MatchEvent;
import java.time.Instant;
import java.util.List;

/**
 * A job's run on its slots.
 *
 * @param job key of the job
 * @param slots claimed slots; one for most jobs
 * @param startMillis milliseconds since 1970
 * @param customer charged customer
 * @param weight weight of each slot
 * @param suspended whether the job is suspended now
 */
record QueueRun(String job, List<JobSlot> slots, long startMillis, String customer, double weight, boolean suspended) {
    QueueRun {
        slots = List.copyOf(slots);
    }

    Instant start() {
        return Instant.ofEpochMilli(startMillis);
    }

    boolean isSameAs(QueueRun other) {
        return startMillis == other.startMillis;
    }

    QueueRun with(boolean newSuspended) {
        return new QueueRun(job, slots, startMillis, customer, weight, newSuspended);
    }

    List<MatchEvent> matched(Source source, Instant at) {
        return slots.stream()
                .map(slot -> source.matched(slot.name(), at, customer, weight, matchId(slot)))
                .toList();
    }

    List<MatchEvent> suspended(Source source, Instant at) {
        return slots.stream()
                .map(slot -> source.suspended(slot.name(), at, customer, weight))
                .toList();
    }

    List<MatchEvent> unmatched(Source source, Instant at) {
        return slots.stream()
                .map(slot -> source.unmatched(slot.name(), at.isBefore(start()) ? start() : at, matchId(slot)))
                .toList();
    }

    private String matchId(JobSlot slot) {
        return slot.id() + "#" + start();
    }
}
