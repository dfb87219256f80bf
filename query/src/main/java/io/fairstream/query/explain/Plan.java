package io.fairstream.query.explain;

import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Planned use of a customer from an instant on.
 *
 * @param stays how long the current use continues, 0 or more; null for ever
 * @param jobs additional jobs
 */
public record Plan(@Nullable Duration stays, List<Job> jobs) {
    /** Plan without changes. */
    static final Plan NONE = new Plan(null, List.of());

    public Plan {
        jobs = List.copyOf(jobs);
    }

    /**
     * A future job.
     *
     * @param weight slot weight, above 0
     * @param lasts its duration, above 0
     * @param begins delay after the instant, 0 or more
     */
    public record Job(double weight, Duration lasts, Duration begins) {
        private long begin() {
            return begins.toMillis();
        }

        private long end() {
            return begins.plus(lasts).toMillis();
        }
    }

    /** Returns true if the plan changes anything. */
    boolean isAnything() {
        return stays != null || !jobs.isEmpty();
    }

    /**
     * Returns the slot weight in use from a time until the next change.
     *
     * @param inUse slot weight at the instant
     * @param millis since the instant
     */
    double weight(double inUse, long millis) {
        double weight = stays != null && stays.toMillis() <= millis ? 0 : inUse;
        for (Job job : jobs) {
            weight += job.begin() <= millis && millis < job.end() ? job.weight() : 0;
        }
        return weight;
    }

    /** Returns the times up to {@code until} at which the weight changes, and {@code until} itself, in milliseconds since the instant. */
    SortedSet<Long> changes(long until) {
        SortedSet<Long> changes = new TreeSet<>();
        if (stays != null) {
            changes.add(stays.toMillis());
        }
        for (Job job : jobs) {
            changes.add(job.begin());
            changes.add(job.end());
        }
        changes.removeIf(change -> change <= 0 || change > until);
        changes.add(until);
        return changes;
    }
}
