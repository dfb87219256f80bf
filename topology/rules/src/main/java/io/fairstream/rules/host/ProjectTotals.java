package io.fairstream.rules.host;

import io.fairstream.rules.Names;
import io.fairstream.rules.Reason;
import io.fairstream.rules.Refused;
import io.fairstream.rules.Work;
import org.jspecify.annotations.Nullable;

/**
 * Total work of a host for a project, or for one app of the project, since the epoch of the host's client.
 *
 * @param app empty when the client does not tell apps apart
 * @param cpuSeconds CPU time, 0 or more
 * @param gpuSeconds GPU time, 0 or more
 * @param cpuFlops floating-point operations of CPUs, 0 or more
 * @param gpuFlops floating-point operations of GPUs, 0 or more
 * @param jobsSucceeded 0 or more
 * @param jobsFailed 0 or more
 * @param noWorkCpu whether the project had no work for the host's CPUs when last asked
 * @param noWorkGpu whether the project had no work for the host's GPUs when last asked
 * @param rpcFailures how often in a row the project could not be asked
 */
public record ProjectTotals(
        String project,
        String app,
        double cpuSeconds,
        double gpuSeconds,
        double cpuFlops,
        double gpuFlops,
        long jobsSucceeded,
        long jobsFailed,
        boolean noWorkCpu,
        boolean noWorkGpu,
        int rpcFailures) {
    /** Largest counter, microseconds, MFLOP or jobs, so that differences of two fit into a long. */
    static final long MOST = 4_000_000_000_000_000_000L;

    private static final double MILLION = 1e6;
    private static final int LONGEST_APP = 128;

    /** The counters in whole units, each rounded to the nearest; differences of them lose and win nothing in the long run. */
    Counter counter() {
        Work total = new Work(
                Math.round(cpuSeconds * MILLION),
                Math.round(gpuSeconds * MILLION),
                Math.round(cpuFlops / MILLION),
                Math.round(gpuFlops / MILLION),
                jobsSucceeded,
                jobsFailed);
        return new Counter(project, app, total);
    }

    /** The refusal of totals that cannot be meant, or null if they are fine. */
    @Nullable
    Refused refusal() {
        Refused refused = Names.refusalOfProject(project);
        if (refused == null) {
            refused = Names.refusalUnlessEmpty("app", app);
        }
        if (refused == null) {
            refused = Names.refusalOfLength("app", app, LONGEST_APP);
        }
        return refused == null ? refusalOfNumbers() : refused;
    }

    private @Nullable Refused refusalOfNumbers() {
        Refused refused = outside("cpuSeconds", cpuSeconds, MOST / MILLION);
        if (refused == null) {
            refused = outside("gpuSeconds", gpuSeconds, MOST / MILLION);
        }
        if (refused == null) {
            refused = outside("cpuFlops", cpuFlops, MOST * MILLION);
        }
        if (refused == null) {
            refused = outside("gpuFlops", gpuFlops, MOST * MILLION);
        }
        if (refused == null) {
            refused = outside("jobsSucceeded", jobsSucceeded);
        }
        if (refused == null) {
            refused = outside("jobsFailed", jobsFailed);
        }
        return refused;
    }

    private @Nullable Refused outside(String what, double value, double most) {
        return value >= 0 && value <= most ? null : impossible(what, Double.toString(value), Double.toString(most));
    }

    private @Nullable Refused outside(String what, long value) {
        return value >= 0 && value <= MOST ? null : impossible(what, Long.toString(value), Long.toString(MOST));
    }

    private Refused impossible(String what, String value, String most) {
        return new Refused(
                Reason.NUMBER_IMPOSSIBLE,
                String.format("%s: %s (expected: 0 to %s), project %s", what, value, most, Names.shown(project)));
    }
}
