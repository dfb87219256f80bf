package io.fairstream.rules.host;

import io.fairstream.rules.Bounds;
import io.fairstream.rules.EventTimes;
import io.fairstream.rules.HostUsage;
import io.fairstream.rules.Names;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.Rejection.Reason;
import io.fairstream.rules.host.HostPoint.Counter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Report of a host's client about the host and about each of its projects.
 *
 * @param user owner of the host
 * @param epoch name of the client's counter epoch, within which its counters and sequences increase
 * @param sequence number of the report within the epoch, 0 or more
 * @param at time of the report, milliseconds since 1970 UTC
 * @param platforms names of the platforms for which the host runs programs
 * @param projects each project and app once
 */
public record HostReport(
        String host,
        String user,
        String epoch,
        long sequence,
        long at,
        List<String> platforms,
        Hardware hardware,
        List<ProjectTotals> projects) {
    /** Maximum number of projects and apps in a report, so that the stored ledger fits into one record. */
    public static final int MAX_PROJECTS = 64;

    private static final int LONGEST_KEPT = 128;

    public HostReport {
        platforms = List.copyOf(platforms);
        projects = List.copyOf(projects);
    }

    public @Nullable Rejection refusal(EventTimes times, long sent, long newest) {
        return Rejection.first(
                Names.refusal("host", host),
                Names.refusal("user", user, LONGEST_KEPT),
                Names.refusal("epoch", epoch, LONGEST_KEPT),
                times.refusal(at, sent, newest),
                sequence < 0 ? impossible("sequence", sequence, ">= 0") : null,
                Bounds.refusal("processors", hardware.processors(), 0, Bounds.DEVICES_OF_ONE),
                Bounds.refusal("gpus", hardware.gpus(), 0, Bounds.DEVICES_OF_ONE),
                Bounds.refusal("cpuFlopsEach", hardware.cpuFlopsEach(), 0, Bounds.FLOPS),
                Bounds.refusal("gpuFlopsEach", hardware.gpuFlopsEach(), 0, Bounds.FLOPS),
                refusalOfProjects());
    }

    private @Nullable Rejection refusalOfProjects() {
        if (projects.size() > MAX_PROJECTS) {
            return impossible("projects", projects.size(), "at most " + MAX_PROJECTS);
        }
        Set<List<String>> reported = new HashSet<>();
        for (ProjectTotals totals : projects) {
            Rejection refused = totals.refusal();
            if (refused != null) {
                return refused;
            }
            if (!reported.add(List.of(totals.project(), totals.app()))) {
                String app = Names.quoted(totals.app());
                return impossible("project", Names.quoted(totals.project()) + ", app " + app, "each once");
            }
        }
        return null;
    }

    private static Rejection impossible(String what, Object value, String expected) {
        return Rejection.of(Reason.NUMBER_IMPOSSIBLE, what, value, expected);
    }

    /**
     * Hardware of a host, as its client reports it.
     *
     * @param cpuFlopsEach benchmark of one CPU, FLOPS
     * @param gpuFlopsEach peak of one GPU, FLOPS
     * @param usableGpu whether projects can use a GPU
     * @param vmExtensionsDisabled whether virtual machines cannot be run
     */
    public record Hardware(
            int processors,
            int gpus,
            double cpuFlopsEach,
            double gpuFlopsEach,
            boolean usableGpu,
            boolean vmExtensionsDisabled) {
        public boolean hasUsableGpu() {
            return usableGpu && gpus > 0;
        }
    }

    /**
     * Total work of a host for a project, or for one app of the project, since the epoch of the host's client.
     *
     * @param app empty if the client does not report by app
     * @param cpuSeconds CPU time, 0 or more
     * @param gpuSeconds GPU time, 0 or more
     * @param cpuFlops floating-point operations of CPUs, 0 or more
     * @param gpuFlops floating-point operations of GPUs, 0 or more
     * @param jobsSucceeded 0 or more
     * @param jobsFailed 0 or more
     * @param noWorkCpu whether the project had no work for the host's CPUs when last asked
     * @param noWorkGpu whether the project had no work for the host's GPUs when last asked
     * @param rpcFailures number of consecutive failed requests to the project
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
        /** Maximum counter, microseconds, MFLOP or jobs, so that the difference of two fits into a long. */
        static final long MAX = 4_000_000_000_000_000_000L;

        private static final double MILLION = 1e6;
        private static final int LONGEST_APP = 128;

        /** Returns the counters in whole units, each rounded to the nearest; rounding errors of differences do not accumulate. */
        Counter counter() {
            HostUsage total = new HostUsage(
                    Math.round(cpuSeconds * MILLION),
                    Math.round(gpuSeconds * MILLION),
                    Math.round(cpuFlops / MILLION),
                    Math.round(gpuFlops / MILLION),
                    jobsSucceeded,
                    jobsFailed);
            return new Counter(project, app, total);
        }

        @Nullable
        Rejection refusal() {
            return Rejection.first(
                    Names.refusalOfProject(project),
                    Names.refusalUnlessEmpty("app", app),
                    Names.refusalOfLength("app", app, LONGEST_APP),
                    outside("cpuSeconds", cpuSeconds, MAX / MILLION),
                    outside("gpuSeconds", gpuSeconds, MAX / MILLION),
                    outside("cpuFlops", cpuFlops, MAX * MILLION),
                    outside("gpuFlops", gpuFlops, MAX * MILLION),
                    outside("jobsSucceeded", jobsSucceeded),
                    outside("jobsFailed", jobsFailed));
        }

        private @Nullable Rejection outside(String what, double value, double max) {
            return value >= 0 && value <= max ? null : impossible(what, value, max);
        }

        private @Nullable Rejection outside(String what, long value) {
            return value >= 0 && value <= MAX ? null : impossible(what, value, MAX);
        }

        private Rejection impossible(String what, Number value, Number max) {
            return HostReport.impossible(what, value, "0 to " + max).about("project", project);
        }
    }
}
