package io.fairstream.rules.account.usage;

import io.fairstream.rules.journal.UsageEntry;
import org.jspecify.annotations.Nullable;

/** What one job of a number was allocated, and what its ledger says of it. Mutable; one owner. */
public final class JobSums {
    private final @Nullable Long submitted;
    private final Allocated allocated;
    private UsageEntry.@Nullable Statement statement;

    /**
     * @param submitted milliseconds since 1970, or null when never said
     * @param statement the newest, or null before any
     */
    public JobSums(@Nullable Long submitted, Allocated allocated, UsageEntry.@Nullable Statement statement) {
        this.submitted = submitted;
        this.allocated = allocated;
        this.statement = statement;
    }

    public @Nullable Long submitted() {
        return submitted;
    }

    public Allocated allocated() {
        return allocated;
    }

    public UsageEntry.@Nullable Statement statement() {
        return statement;
    }

    void add(UsageEntry entry) {
        if (entry instanceof UsageEntry.Allocation change) {
            allocated.change(change.at(), change.allocated(), change.reserved(), change.besides());
        } else if (entry instanceof UsageEntry.Statement said) {
            allocated.change(said.at(), said.allocated(), said.reserved(), said.besides());
            statement = said;
        }
    }

    /** Whether a late event showed that there is no such job. */
    boolean isWithdrawn() {
        return statement != null && statement.isWithdrawn() && allocated.isNothing();
    }

    /** Whether its ledger said that it is complete. */
    boolean isFinal() {
        return statement != null && statement.isFinal();
    }

    /** Whether it was submitted before an instant, so that what was used then may be its. */
    boolean isSubmittedBefore(long at) {
        return submitted == null || submitted < at;
    }
}
