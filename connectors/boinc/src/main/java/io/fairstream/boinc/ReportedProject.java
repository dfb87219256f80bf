package io.fairstream.boinc;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A project as reported by the client.
 *
 * @param url master URL of the project
 * @param isManaged whether an account manager attached the client to the project
 * @param work work for the project since the client was attached; null if not reported
 * @param withoutWork resources for which the project had no work at the last request: CPU, or a kind of GPU
 * @param rpcFailures number of consecutive failed requests to the project
 */
record ReportedProject(
        String url, boolean isManaged, @Nullable Work work, Set<String> withoutWork, int rpcFailures) {

    ReportedProject {
        withoutWork = Set.copyOf(withoutWork);
    }

    /**
     * Counters of the client.
     *
     * @param cpuCredit estimated credit, 1/200 day of 1 GFLOPS
     * @param gpuCredit estimated credit, 1/200 day of 1 GFLOPS
     */
    record Work(
            double cpuSeconds,
            double gpuSeconds,
            double cpuCredit,
            double gpuCredit,
            long jobsSucceeded,
            long jobsFailed) {
        /** FLOP per unit of estimated credit: 86400 s x 1e9 FLOPS / 200. */
        static final double FLOPS_PER_CREDIT = 4.32e11;

        double cpuFlops() {
            return cpuCredit * FLOPS_PER_CREDIT;
        }

        double gpuFlops() {
            return gpuCredit * FLOPS_PER_CREDIT;
        }
    }

    boolean lacksCpuWork() {
        return withoutWork.contains("CPU");
    }

    boolean lacksGpuWork() {
        return withoutWork.stream().anyMatch(resource -> !resource.equals("CPU"));
    }
}
