package io.fairstream.rules.host;

import io.fairstream.rules.Sums;
import io.fairstream.rules.Work;

/**
 * Limits that no host is believed to exceed.
 *
 * @param processors most CPUs
 * @param cpuFlopsEach most FLOPS of a CPU
 * @param gpus most GPUs
 * @param gpuFlopsEach most FLOPS of a GPU
 * @param jobsPerSecond most jobs that succeed, and most that fail, on each CPU and GPU
 */
public record HostLimits(int processors, double cpuFlopsEach, int gpus, double gpuFlopsEach, double jobsPerSecond) {
    /** Those of Science United's note, 100 GFLOPS x 256 CPUs and 100 TFLOPS x 8 GPUs; and a job a second. */
    public static final HostLimits DEFAULT = new HostLimits(256, 100e9, 8, 100e12, 1);

    private static final double MILLIS = 1e3;
    private static final double MILLION = 1e6;

    /**
     * The most that a host can have done in some time, over all projects: {@code instances x dt} of time, and that times its
     * own peak of FLOPs. Where the hardware changed, what the better of the two can have done counts, for each quantity; not what
     * one with the number of the one and the peak of the other could have.
     *
     * @param before the hardware at the begin
     * @param now the hardware at the end
     */
    Work allowance(Hardware before, Hardware now, long millis) {
        Work most = capacity(now, millis);
        return before.equals(now) ? most : most.with(capacity(before, millis), Math::max);
    }

    private Work capacity(Hardware hardware, long millis) {
        int cpus = Math.min(processors, hardware.processors());
        int coprocessors = Math.min(gpus, hardware.gpus());
        double seconds = millis / MILLIS;
        long jobs = (long) Math.ceil((cpus + coprocessors) * seconds * jobsPerSecond);
        return new Work(
                Sums.processorMicros(cpus, millis),
                Sums.processorMicros(coprocessors, millis),
                (long) Math.ceil(cpus * seconds * Math.min(cpuFlopsEach, hardware.cpuFlopsEach()) / MILLION),
                (long) Math.ceil(coprocessors * seconds * Math.min(gpuFlopsEach, hardware.gpuFlopsEach()) / MILLION),
                jobs,
                jobs);
    }
}
