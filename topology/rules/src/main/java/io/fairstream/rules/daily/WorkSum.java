package io.fairstream.rules.daily;

import io.fairstream.rules.Cobblestones;
import io.fairstream.rules.Work;
import io.fairstream.rules.WorkRow;
import java.math.BigInteger;

/**
 * A sum of {@link Work} of any size: a million hosts with eight CPUs fill a long with microseconds in a fortnight.
 *
 * @param cpuMicros CPU time, microseconds
 * @param gpuMicros GPU time, microseconds
 * @param cpuMflop done by CPUs, millions of floating-point operations
 * @param gpuMflop done by GPUs, millions of floating-point operations
 * @param succeeded jobs that succeeded
 * @param failed jobs that failed
 */
public record WorkSum(
        BigInteger cpuMicros,
        BigInteger gpuMicros,
        BigInteger cpuMflop,
        BigInteger gpuMflop,
        BigInteger succeeded,
        BigInteger failed) {
    /** No work. */
    public static final WorkSum NOTHING = of(Work.NOTHING);

    private static final double MILLION = 1e6;

    /** The sum of one. */
    public static WorkSum of(Work work) {
        return new WorkSum(
                BigInteger.valueOf(work.cpuMicros()),
                BigInteger.valueOf(work.gpuMicros()),
                BigInteger.valueOf(work.cpuMflop()),
                BigInteger.valueOf(work.gpuMflop()),
                BigInteger.valueOf(work.succeeded()),
                BigInteger.valueOf(work.failed()));
    }

    /** Both together. */
    public WorkSum plus(WorkSum other) {
        return new WorkSum(
                cpuMicros.add(other.cpuMicros),
                gpuMicros.add(other.gpuMicros),
                cpuMflop.add(other.cpuMflop),
                gpuMflop.add(other.gpuMflop),
                succeeded.add(other.succeeded),
                failed.add(other.failed));
    }

    /** As it is published; numbers of jobs stop at the largest long. */
    public WorkRow row() {
        return new WorkRow(
                cpuMicros.doubleValue() / MILLION,
                gpuMicros.doubleValue() / MILLION,
                cpuFlops(),
                gpuFlops(),
                count(succeeded),
                count(failed));
    }

    private static long count(BigInteger jobs) {
        return jobs.bitLength() < Long.SIZE ? jobs.longValue() : jobs.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    public boolean isNothing() {
        return equals(NOTHING);
    }

    /** Floating-point operations of CPUs. */
    public double cpuFlops() {
        return cpuMflop.doubleValue() * MILLION;
    }

    /** Floating-point operations of GPUs. */
    public double gpuFlops() {
        return gpuMflop.doubleValue() * MILLION;
    }

    /** Work of CPUs and GPUs in the note's EC units. */
    public double cobblestones() {
        return Cobblestones.of(cpuFlops() + gpuFlops());
    }
}
