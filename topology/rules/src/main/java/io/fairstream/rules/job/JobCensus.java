package io.fairstream.rules.job;

import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Counts of the jobs in the job table, and of each user's jobs that failed right away.
 *
 * <p>"In the event that we have too many entries, there will probably be a multitude of bad jobs that fail right away for a particular
 * user. We want to eliminate those entries first" (SLURM's design of 2002). Mutable; one owner.
 */
public final class JobCensus {
    /** A run so short is no run, milliseconds. */
    static final long INSTANT = 5_000;

    /** So many jobs of one user that failed right away are a flood. */
    static final int FLOOD = 10;

    private static final Set<String> HARMLESS = Set.of("COMPLETED", "CANCELLED");

    private final Map<String, Integer> failures;
    private long rows;

    /** No jobs. */
    public JobCensus() {
        this(0, Map.of());
    }

    /**
     * As kept.
     *
     * @param rows how many jobs stand in the table
     * @param failures by user, how many of them failed right away
     */
    public JobCensus(long rows, Map<String, Integer> failures) {
        this.rows = rows;
        this.failures = new HashMap<>(failures);
    }

    public long rows() {
        return rows;
    }

    public Map<String, Integer> failures() {
        return Collections.unmodifiableMap(failures);
    }

    /** Takes note that a row changed; null is no row. */
    public void changes(@Nullable JobSnapshot before, @Nullable JobSnapshot after) {
        count(before, -1);
        count(after, 1);
    }

    private void count(@Nullable JobSnapshot standing, int change) {
        if (standing != null) {
            rows += change;
            if (failedAtOnce(standing)) {
                failures.merge(standing.facts().user(), change, (old, more) -> old + more == 0 ? null : old + more);
            }
        }
    }

    private static boolean failedAtOnce(JobSnapshot standing) {
        String outcome = standing.facts().outcome();
        Long start = standing.start();
        return standing.isComplete()
                && outcome != null
                && !HARMLESS.contains(outcome)
                && (start == null || standing.since() - start <= INSTANT);
    }

    /** A finished job that may go. */
    public record Finished(String key, int flood, long end) {
        /** Order of removal: jobs of the largest flood first, then those that ended first. */
        public static final Comparator<Finished> FIRST = Comparator.comparingInt(Finished::flood)
                .reversed()
                .thenComparingLong(Finished::end)
                .thenComparing(Finished::key);
    }

    /** The job as one that may go. */
    public Finished finished(String key, JobSnapshot standing) {
        int failed =
                failedAtOnce(standing) ? failures.getOrDefault(standing.facts().user(), 0) : 0;
        return new Finished(key, failed >= FLOOD ? failed : 0, standing.since());
    }
}
