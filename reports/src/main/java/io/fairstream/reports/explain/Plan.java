package io.fairstream.reports.explain;

import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Planned use of a customer from an instant on.
 *
 * @param stays how long what is in use then stays, 0 or more; null for ever
 * @param jobs what comes besides
 */
public record Plan(@Nullable Duration stays, List<Job> jobs) {
    /** Nothing changes. */
    static final Plan NONE = new Plan(null, List.of());

    public Plan {
        jobs = List.copyOf(jobs);
    }

    /**
     * A job to come.
     *
     * @param weight slot weight, above 0
     * @param lasts how long it has that, above 0
     * @param begins how long after the instant, 0 or more
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
     * The slot weight in use from a moment on until the next at which it changes.
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

    /** The moments between the instant and that one at which the weight changes, in milliseconds since the instant, and that one. */
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
