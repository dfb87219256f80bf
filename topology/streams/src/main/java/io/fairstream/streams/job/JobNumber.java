package io.fairstream.streams.job;

import io.fairstream.rules.job.JobLedger;
import io.fairstream.rules.job.JobSnapshot;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The ledger of a job number, and the row last published of it. Mutable; one owner. */
public final class JobNumber {
    private final JobLedger ledger;
    private @Nullable JobSnapshot published;
    private @Nullable Long purgedEnd;

    /**
     * A ledger as it was kept: the newest job was published then, unless it was purged.
     *
     * @param purgedEnd when the job ended whose row was purged last, milliseconds since 1970, or null
     */
    public JobNumber(JobLedger ledger, @Nullable Long purgedEnd) {
        this.ledger = ledger;
        this.purgedEnd = purgedEnd;
        this.published = row();
    }

    public JobLedger ledger() {
        return ledger;
    }

    /** End of the job whose row was purged last, milliseconds since 1970, or null. */
    public @Nullable Long purgedEnd() {
        return purgedEnd;
    }

    /** True if the newest job's row was removed from the table for good; a job that ends later is another job, or another run. */
    public boolean isPurged() {
        JobSnapshot newest = ledger.newest();
        return purgedEnd != null && newest != null && newest.isComplete() && newest.since() <= purgedEnd;
    }

    /** The row that stands in the table, or null. */
    public @Nullable JobSnapshot published() {
        return published;
    }

    /** The row that must stand in the table: that of the newest job, if it was not purged. */
    public @Nullable JobSnapshot row() {
        return isPurged() ? null : ledger.newest();
    }

    /** True if the table is behind. */
    public boolean isStale() {
        return !Objects.equals(published, row());
    }

    /** The row was written. */
    public void publish() {
        published = row();
    }

    /** The row shall go if its job is finished. */
    public void purge() {
        JobSnapshot newest = ledger.newest();
        if (newest != null && newest.isComplete()) {
            purgedEnd = newest.since();
        }
    }
}
