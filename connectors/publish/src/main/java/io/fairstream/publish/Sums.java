package io.fairstream.publish;

import io.fairstream.schemas.Totals;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Use of jobs.
 *
 * @param wallMicros run time, microseconds
 * @param cpuMicros CPU time of their processes, microseconds
 * @param allocatedMicros processors x run time, microseconds
 */
record Sums(long jobs, long wallMicros, long cpuMicros, long allocatedMicros) {
    static final Sums NONE = new Sums(0, 0, 0, 0);

    static Sums of(FinishedJob job) {
        return new Sums(1, job.wallMicros(), Objects.requireNonNullElse(job.cpuMicros(), 0L), job.allocatedMicros());
    }

    Sums plus(Sums other) {
        return new Sums(
                Totals.sum(jobs, other.jobs),
                Totals.sum(wallMicros, other.wallMicros),
                Totals.sum(cpuMicros, other.cpuMicros),
                Totals.sum(allocatedMicros, other.allocatedMicros));
    }

    /** Returns the sums by name, for the ledger. */
    Map<String, String> named() {
        Map<String, String> named = new TreeMap<>();
        named.put("jobs", Long.toString(jobs));
        named.put("wallMicros", Long.toString(wallMicros));
        named.put("cpuMicros", Long.toString(cpuMicros));
        named.put("allocatedMicros", Long.toString(allocatedMicros));
        return named;
    }
}
