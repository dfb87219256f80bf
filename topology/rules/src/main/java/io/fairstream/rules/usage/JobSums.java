package io.fairstream.rules.usage;

import io.fairstream.rules.journal.UsageEntry;
import org.jspecify.annotations.Nullable;

/**
 * One job of a number.
 *
 * @param submitted milliseconds since 1970, or null when never said
 * @param allocated to it
 * @param statement the newest of its ledger, or null before any
 */
public record JobSums(@Nullable Long submitted, Allocated allocated, UsageEntry.@Nullable Statement statement) {
    /** A job of which nothing is known. */
    static JobSums of(@Nullable Long submitted) {
        return new JobSums(submitted, Allocated.NOTHING, null);
    }

    JobSums plus(UsageEntry entry) {
        if (entry instanceof UsageEntry.Allocation change) {
            Allocated now = allocated.changed(change.at(), change.allocated(), change.reserved(), change.besides());
            return new JobSums(submitted, now, statement);
        }
        if (entry instanceof UsageEntry.Statement said) {
            return new JobSums(
                    submitted,
                    allocated.changed(said.at(), said.allocated(), said.reserved(), said.besides()),
                    said.without());
        }
        return this;
    }

    /** True if a late event showed that there is no such job. */
    boolean isWithdrawn() {
        return statement != null && statement.isWithdrawn() && allocated.isNothing();
    }

    /** True if the job's ledger reported that the job is complete. */
    boolean isFinal() {
        return statement != null && statement.isFinal();
    }

    /** Returns true if the job was submitted before an instant, so that usage at that instant may belong to it. */
    boolean isSubmittedBefore(long at) {
        return submitted == null || submitted < at;
    }
}
