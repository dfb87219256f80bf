package io.fairstream.rules;

import java.util.function.LongBinaryOperator;

/**
 * Work of volunteers' hosts, the six quantities that are accounted: whole numbers, so that parts add up to the whole exactly.
 * Sums stop at the largest long.
 *
 * @param cpuMicros CPU time, microseconds, over all CPUs
 * @param gpuMicros GPU time, microseconds, over all GPUs
 * @param cpuMflop done by CPUs, millions of floating-point operations
 * @param gpuMflop done by GPUs, millions of floating-point operations
 * @param succeeded jobs that succeeded
 * @param failed jobs that failed
 */
public record Work(long cpuMicros, long gpuMicros, long cpuMflop, long gpuMflop, long succeeded, long failed) {
    /** No work. */
    public static final Work NOTHING = new Work(0, 0, 0, 0, 0, 0);

    /** Both together. */
    public Work plus(Work other) {
        return with(other, Sums::add);
    }

    /** This without the other. */
    public Work minus(Work other) {
        return plus(other.negated());
    }

    /** Returns the work that takes this back. */
    public Work negated() {
        return NOTHING.with(this, (zero, amount) -> -amount);
    }

    /** Each quantity combined with the other's. */
    public Work with(Work other, LongBinaryOperator combine) {
        return new Work(
                combine.applyAsLong(cpuMicros, other.cpuMicros),
                combine.applyAsLong(gpuMicros, other.gpuMicros),
                combine.applyAsLong(cpuMflop, other.cpuMflop),
                combine.applyAsLong(gpuMflop, other.gpuMflop),
                combine.applyAsLong(succeeded, other.succeeded),
                combine.applyAsLong(failed, other.failed));
    }

    /** The part {@code numerator / denominator} of each quantity, rounded towards zero; the denominator is above 0. */
    public Work part(long numerator, long denominator) {
        return with(NOTHING, (amount, zero) -> Sums.part(amount, numerator, denominator));
    }

    public boolean isNothing() {
        return equals(NOTHING);
    }

    /** Returns true if no quantity is less than that of the other work. */
    public boolean isAtLeast(Work other) {
        return cpuMicros >= other.cpuMicros
                && gpuMicros >= other.gpuMicros
                && cpuMflop >= other.cpuMflop
                && gpuMflop >= other.gpuMflop
                && succeeded >= other.succeeded
                && failed >= other.failed;
    }
}
