package io.fairstream.streams.state;

import io.fairstream.rules.ledger.job.JobLedger;
import io.fairstream.rules.ledger.job.JobStanding;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The ledger of a job number, and the row last published of it. Mutable; one owner. */
public final class JobNumber {
    private final JobLedger ledger;
    private @Nullable JobStanding published;
    private boolean isPurged;

    /**
     * A ledger as it was kept: the newest job was published then, unless it was purged.
     */
    public JobNumber(JobLedger ledger, boolean isPurged) {
        this.ledger = ledger;
        this.isPurged = isPurged;
        this.published = isPurged ? null : ledger.newest();
    }

    public JobLedger ledger() {
        return ledger;
    }

    /** Whether the newest job's row was taken from the table for good. */
    public boolean isPurged() {
        return isPurged;
    }

    /** The row that stands in the table, or null. */
    public @Nullable JobStanding published() {
        return published;
    }

    /** The row that must stand in the table: that of the newest job, if it was not purged and has not come to life again. */
    public @Nullable JobStanding row() {
        JobStanding newest = ledger.newest();
        if (newest != null && !newest.isComplete()) {
            isPurged = false;
        }
        return isPurged ? null : newest;
    }

    /** Whether the table is behind. */
    public boolean isOff() {
        return !Objects.equals(published, row());
    }

    /** The row was written. */
    public void publish() {
        published = row();
    }

    /** The finished job's row shall go. */
    public void purge() {
        isPurged = true;
    }
}
