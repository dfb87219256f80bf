package io.fairstream.streams.job;

import io.fairstream.rules.EventHistory;
import io.fairstream.rules.Pages;
import io.fairstream.rules.job.JobEvent;
import io.fairstream.rules.job.JobEvent.JobState;
import io.fairstream.rules.job.JobFacts;
import io.fairstream.rules.job.JobLedger;
import io.fairstream.rules.job.JobSnapshot;
import io.fairstream.streams.runtime.SnapshotCodec;
import io.fairstream.streams.runtime.SnapshotCodec.Layout;
import io.fairstream.streams.runtime.StateCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Ledger of a job number, and the last published row of it. Mutable; one owner. */
final class JobNumber {
    private static final Layout<JobNumber, Snapshot> LAYOUT =
            new Layout<>("job ledger", 1, Snapshot.class, JobNumber::snapshot, JobNumber::of);
    private static final Layout<EventHistory.Page<JobSnapshot, JobEvent>, Page> PAGES = new Layout<>(
            "job ledger",
            1,
            Page.class,
            page -> new Page(page.base(), kept(page.events())),
            (number, kept) -> new EventHistory.Page<>(kept.base, events(number, kept.events)));

    private final JobLedger ledger;
    private @Nullable JobSnapshot published;
    private @Nullable Long purgedEnd;

    private record Snapshot(
            @Nullable JobSnapshot base,
            List<Event> events,
            Pages pages,
            @Nullable Long purgedEnd) {}

    private record Page(@Nullable JobSnapshot base, List<Event> events) {}

    /** Stored event without its number, which is the key; facts that are equal to those of the previous event are null. */
    private record Event(
            long at,
            @Nullable Long submitted,
            String run,
            JobState state,
            @Nullable JobFacts facts) {}

    static StateCodec<JobNumber, EventHistory.Page<JobSnapshot, JobEvent>> codec() {
        return new SnapshotCodec<>(() -> new JobNumber(new JobLedger(), null), LAYOUT, PAGES);
    }

    private static JobNumber of(String number, Snapshot kept) {
        List<JobEvent> events = events(number, kept.events);
        return new JobNumber(new JobLedger(kept.base, events, kept.pages), kept.purgedEnd);
    }

    private Snapshot snapshot() {
        return new Snapshot(ledger.base(), kept(ledger.events()), ledger.pages(), purgedEnd);
    }

    private static List<Event> kept(List<JobEvent> events) {
        List<Event> kept = new ArrayList<>(events.size());
        JobFacts before = JobFacts.EMPTY;
        for (JobEvent event : events) {
            JobFacts facts = event.facts().equals(before) ? null : event.facts();
            kept.add(new Event(event.at(), event.submitted(), event.run(), event.state(), facts));
            before = event.facts();
        }
        return kept;
    }

    private static List<JobEvent> events(String number, List<Event> kept) {
        int slash = number.indexOf('/');
        String cluster = number.substring(0, slash);
        long jobId = Long.parseLong(number.substring(slash + 1));
        List<JobEvent> events = new ArrayList<>(kept.size());
        JobFacts facts = JobFacts.EMPTY;
        for (Event event : kept) {
            facts = event.facts == null ? facts : event.facts;
            events.add(new JobEvent(cluster, jobId, event.submitted, event.run, event.at, event.state, facts));
        }
        return events;
    }

    /** Restores a stored ledger; the row of its newest job counts as published, unless it was purged. */
    JobNumber(JobLedger ledger, @Nullable Long purgedEnd) {
        this.ledger = ledger;
        this.purgedEnd = purgedEnd;
        this.published = row();
    }

    JobLedger ledger() {
        return ledger;
    }

    /** End of the job whose row was purged last, milliseconds since 1970, or null. */
    @Nullable
    Long purgedEnd() {
        return purgedEnd;
    }

    /** Returns true if the newest job's row was purged; a job with a later end is another job, or another run. */
    boolean isPurged() {
        JobSnapshot newest = ledger.newest();
        return purgedEnd != null && newest != null && newest.isComplete() && newest.since() <= purgedEnd;
    }

    /** Row in the published table, or null. */
    @Nullable
    JobSnapshot published() {
        return published;
    }

    /** Row that the table must have: that of the newest job, or null if it was purged. */
    @Nullable
    JobSnapshot row() {
        return isPurged() ? null : ledger.newest();
    }

    /** Returns true if the table's row is outdated. */
    boolean isStale() {
        return !Objects.equals(published, row());
    }

    /** Notes that the row was written. */
    void publish() {
        published = row();
    }

    /** Marks the row as purged if its job is finished. */
    void purge() {
        JobSnapshot newest = ledger.newest();
        if (newest != null && newest.isComplete()) {
            purgedEnd = newest.since();
        }
    }
}
