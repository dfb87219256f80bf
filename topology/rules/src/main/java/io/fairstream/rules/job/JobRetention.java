package io.fairstream.rules.job;

import java.time.Duration;

/**
 * How long finished jobs stand in the job table, and how many.
 *
 * @param after how long after its end a job's row goes
 * @param most how many rows there may be before finished jobs have to go; 0 is any number
 */
public record JobRetention(Duration after, long most) {
    /** Whether a job's row is due to go. */
    public boolean isOver(JobSnapshot standing, long now) {
        return standing.isComplete() && standing.since() < now - after.toMillis();
    }

    /** How often to look. */
    public Duration interval() {
        Duration part = after.dividedBy(20);
        return part.isZero() ? Duration.ofMillis(1) : part;
    }

    /** The part of one of several tables that share the limit; 0 is any number. */
    public JobRetention share(int tables) {
        return new JobRetention(after, most == 0 ? 0 : Math.max(1, most / tables));
    }

    /** How many rows are too many. */
    public long surplus(long rows) {
        return most == 0 ? 0 : Math.max(0, rows - most);
    }
}
