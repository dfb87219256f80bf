package io.fairstream.rules.job;

import java.time.Duration;

/**
 * Retention of finished jobs in the job table: for how long, and how many.
 *
 * @param after how long after its end a job's row goes
 * @param most how many rows there may be before finished jobs have to go; 0 is any number
 */
public record JobRetention(Duration after, long most) {
    /** Returns true if a job's row is due for removal. */
    public boolean isOver(JobSnapshot standing, long now) {
        return standing.isComplete() && standing.since() < now - after.toMillis();
    }

    /** Interval between checks. */
    public Duration interval() {
        Duration part = after.dividedBy(20);
        return part.isZero() ? Duration.ofMillis(1) : part;
    }

    /** The part of one of several tables that share the limit; 0 is any number. */
    public JobRetention share(int tables) {
        return new JobRetention(after, most == 0 ? 0 : Math.max(1, most / tables));
    }

    /** Computes the number of rows above the limit. */
    public long surplus(long rows) {
        return most == 0 ? 0 : Math.max(0, rows - most);
    }
}
