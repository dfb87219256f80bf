package io.fairstream.rules.job;

import java.time.Duration;

/**
 * Retention of finished jobs in the job table, by age and number.
 *
 * @param after time after the end of a job until its row is removed
 * @param maxRows number of rows above which finished jobs are removed; 0 for no limit
 */
public record JobRetention(Duration after, long maxRows) {
    /** Returns true if a job's row is due for removal. */
    public boolean isOver(JobSnapshot job, long now) {
        return job.isComplete() && job.since() < now - after.toMillis();
    }

    public Duration interval() {
        Duration part = after.dividedBy(20);
        return part.isZero() ? Duration.ofMillis(1) : part;
    }

    /** Returns the limit of one of several tables that share it; 0 for no limit. */
    public JobRetention share(int tables) {
        return new JobRetention(after, maxRows == 0 ? 0 : Math.max(1, maxRows / tables));
    }

    /** Computes the number of rows above the limit. */
    public long surplus(long rows) {
        return maxRows == 0 ? 0 : Math.max(0, rows - maxRows);
    }
}
