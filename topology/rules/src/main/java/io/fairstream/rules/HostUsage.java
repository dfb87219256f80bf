package io.fairstream.rules;

import java.math.BigInteger;
import java.util.function.LongBinaryOperator;

/**
 * Work of volunteers' hosts in the six accounted quantities: whole numbers, so that parts add up to the whole exactly. Sums stop at the
 * largest long.
 *
 * @param cpuMicros CPU time, microseconds, over all CPUs
 * @param gpuMicros GPU time, microseconds, over all GPUs
 * @param cpuMflop done by CPUs, millions of floating-point operations
 * @param gpuMflop done by GPUs, millions of floating-point operations
 * @param succeeded jobs that succeeded
 * @param failed jobs that failed
 */
public record HostUsage(long cpuMicros, long gpuMicros, long cpuMflop, long gpuMflop, long succeeded, long failed) {
    public static final HostUsage EMPTY = new HostUsage(0, 0, 0, 0, 0, 0);

    private static final double MILLION = 1e6;

    /** Creates work from the six quantities, in the order of the components. */
    public static HostUsage of(long... quantities) {
        return new HostUsage(quantities[0], quantities[1], quantities[2], quantities[3], quantities[4], quantities[5]);
    }

    /** Returns the quantities, in the order of the components. */
    public long[] quantities() {
        return new long[] {cpuMicros, gpuMicros, cpuMflop, gpuMflop, succeeded, failed};
    }

    public HostUsage plus(HostUsage other) {
        return with(other, Sums::add);
    }

    public HostUsage minus(HostUsage other) {
        return plus(other.negated());
    }

    public HostUsage negated() {
        return EMPTY.with(this, (zero, amount) -> -amount);
    }

    public HostUsage with(HostUsage other, LongBinaryOperator combine) {
        return new HostUsage(
                combine.applyAsLong(cpuMicros, other.cpuMicros),
                combine.applyAsLong(gpuMicros, other.gpuMicros),
                combine.applyAsLong(cpuMflop, other.cpuMflop),
                combine.applyAsLong(gpuMflop, other.gpuMflop),
                combine.applyAsLong(succeeded, other.succeeded),
                combine.applyAsLong(failed, other.failed));
    }

    /** Returns the part {@code numerator / denominator} of each quantity, rounded towards zero; the denominator is above 0. */
    public HostUsage part(long numerator, long denominator) {
        return with(EMPTY, (amount, zero) -> Sums.part(amount, numerator, denominator));
    }

    public boolean isEmpty() {
        return (cpuMicros | gpuMicros | cpuMflop | gpuMflop | succeeded | failed) == 0;
    }

    /** Returns true if no quantity is less than that of the other work. */
    public boolean isAtLeast(HostUsage other) {
        return cpuMicros >= other.cpuMicros
                && gpuMicros >= other.gpuMicros
                && cpuMflop >= other.cpuMflop
                && gpuMflop >= other.gpuMflop
                && succeeded >= other.succeeded
                && failed >= other.failed;
    }

    /** {@link HostUsage} in the units of published rows: seconds and floating-point operations. */
    public record Row(
            double cpuSeconds,
            double gpuSeconds,
            double cpuFlops,
            double gpuFlops,
            long jobsSucceeded,
            long jobsFailed) {
        public static Row of(HostUsage work) {
            return new Row(
                    work.cpuMicros() / MILLION,
                    work.gpuMicros() / MILLION,
                    work.cpuMflop() * MILLION,
                    work.gpuMflop() * MILLION,
                    work.succeeded(),
                    work.failed());
        }
    }

    /** A sum of {@link HostUsage} without limits: a million hosts with eight CPUs exceed a long of microseconds in a fortnight. */
    public record Sum(
            BigInteger cpuMicros,
            BigInteger gpuMicros,
            BigInteger cpuMflop,
            BigInteger gpuMflop,
            BigInteger succeeded,
            BigInteger failed) {
        public static final Sum EMPTY = of(HostUsage.EMPTY);

        public static Sum of(HostUsage work) {
            return new Sum(
                    BigInteger.valueOf(work.cpuMicros()),
                    BigInteger.valueOf(work.gpuMicros()),
                    BigInteger.valueOf(work.cpuMflop()),
                    BigInteger.valueOf(work.gpuMflop()),
                    BigInteger.valueOf(work.succeeded()),
                    BigInteger.valueOf(work.failed()));
        }

        public Sum plus(Sum other) {
            return new Sum(
                    cpuMicros.add(other.cpuMicros),
                    gpuMicros.add(other.gpuMicros),
                    cpuMflop.add(other.cpuMflop),
                    gpuMflop.add(other.gpuMflop),
                    succeeded.add(other.succeeded),
                    failed.add(other.failed));
        }

        /** Converts the sum to a row; numbers of jobs stop at the largest long. */
        public HostUsage.Row row() {
            return new HostUsage.Row(
                    cpuMicros.doubleValue() / MILLION,
                    gpuMicros.doubleValue() / MILLION,
                    cpuFlops(),
                    gpuFlops(),
                    count(succeeded),
                    count(failed));
        }

        private static long count(BigInteger jobs) {
            return jobs.bitLength() < Long.SIZE
                    ? jobs.longValue()
                    : jobs.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }

        public boolean isEmpty() {
            return equals(EMPTY);
        }

        public double cpuFlops() {
            return cpuMflop.doubleValue() * MILLION;
        }

        public double gpuFlops() {
            return gpuMflop.doubleValue() * MILLION;
        }
    }

    /**
     * The unit EC of Science United's note: BOINC's cobblestone, 1/200 of the work of 1 GFLOPS in a day; the client estimates FLOPS from
     * its benchmark.
     */
    public static final class Cobblestones {
        private static final double PER_DAY_OF_ONE_GFLOPS = 200;
        private static final double FLOPS_OF_THAT_DAY = 86_400 * 1e9;

        private Cobblestones() {}

        /** {@code EC = FLOPs * 200 / 86400e9}. */
        public static double of(double flops) {
            return flops * (PER_DAY_OF_ONE_GFLOPS / FLOPS_OF_THAT_DAY);
        }

        /** {@code FLOPs = EC * 86400e9 / 200}: 4.32e11 for one cobblestone. */
        public static double flops(double cobblestones) {
            return cobblestones * (FLOPS_OF_THAT_DAY / PER_DAY_OF_ONE_GFLOPS);
        }
    }
}
