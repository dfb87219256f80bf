package io.fairstream.it.hosts;

import io.fairstream.rules.HostUsage;
import io.fairstream.schemas.Host;

/** The six quantities in whole microseconds, MFLOP and jobs, so that they add up exactly. */
record Quantities(long cpuMicros, long gpuMicros, long cpuMflop, long gpuMflop, long succeeded, long failed) {
    static final Quantities NOTHING = new Quantities(0, 0, 0, 0, 0, 0);

    private static final double MILLION = 1e6;

    static Quantities of(HostUsage work) {
        return new Quantities(
                work.cpuMicros(), work.gpuMicros(), work.cpuMflop(), work.gpuMflop(), work.succeeded(), work.failed());
    }

    static Quantities of(io.fairstream.schemas.Work work) {
        return of(
                work.getCpuSeconds(),
                work.getGpuSeconds(),
                work.getCpuFlops(),
                work.getGpuFlops(),
                work.getJobsSucceeded(),
                work.getJobsFailed());
    }

    static Quantities of(Host host) {
        return of(
                host.getCpuSeconds(),
                host.getGpuSeconds(),
                host.getCpuFlops(),
                host.getGpuFlops(),
                host.getJobsSucceeded(),
                host.getJobsFailed());
    }

    private static Quantities of(
            double cpuSeconds, double gpuSeconds, double cpuFlops, double gpuFlops, long succeeded, long failed) {
        return new Quantities(
                Math.round(cpuSeconds * MILLION),
                Math.round(gpuSeconds * MILLION),
                Math.round(cpuFlops / MILLION),
                Math.round(gpuFlops / MILLION),
                succeeded,
                failed);
    }

    Quantities plus(Quantities other) {
        return new Quantities(
                cpuMicros + other.cpuMicros,
                gpuMicros + other.gpuMicros,
                cpuMflop + other.cpuMflop,
                gpuMflop + other.gpuMflop,
                succeeded + other.succeeded,
                failed + other.failed);
    }
}
