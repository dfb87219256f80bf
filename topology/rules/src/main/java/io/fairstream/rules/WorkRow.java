package io.fairstream.rules;

/**
 * {@link Work} as it is published.
 *
 * @param cpuSeconds CPU time, s
 * @param gpuSeconds GPU time, s
 * @param cpuFlops floating-point operations of CPUs
 * @param gpuFlops floating-point operations of GPUs
 * @param jobsSucceeded jobs
 * @param jobsFailed jobs
 */
public record WorkRow(
        double cpuSeconds, double gpuSeconds, double cpuFlops, double gpuFlops, long jobsSucceeded, long jobsFailed) {
    private static final double MILLION = 1e6;

    /** That of some work. */
    public static WorkRow of(Work work) {
        return new WorkRow(
                work.cpuMicros() / MILLION,
                work.gpuMicros() / MILLION,
                work.cpuMflop() * MILLION,
                work.gpuMflop() * MILLION,
                work.succeeded(),
                work.failed());
    }
}
