package io.fairstream.query.tables;

import io.fairstream.rules.HostUsage;
import io.fairstream.schemas.Host;
import io.fairstream.schemas.Work;
import java.math.BigInteger;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** One of the six quantities of volunteers' work: whole numbers in the journal, other units in tables. */
public enum WorkQuantity {
    CPU_SECONDS("cpuSeconds", 1e-6, Work::getCpuSeconds, HostUsage.Sum::cpuMicros),
    GPU_SECONDS("gpuSeconds", 1e-6, Work::getGpuSeconds, HostUsage.Sum::gpuMicros),
    CPU_FLOPS("cpuFlops", 1e6, Work::getCpuFlops, HostUsage.Sum::cpuMflop),
    GPU_FLOPS("gpuFlops", 1e6, Work::getGpuFlops, HostUsage.Sum::gpuMflop),
    SUCCEEDED("jobsSucceeded", 1, Work::getJobsSucceeded, HostUsage.Sum::succeeded),
    FAILED("jobsFailed", 1, Work::getJobsFailed, HostUsage.Sum::failed);

    /** Zero of each quantity. */
    public static final Work ZERO = new Work(0.0, 0.0, 0.0, 0.0, 0L, 0L);

    /** Maximum difference, in units of the last digit of a double, between two conversions of a whole number. */
    private static final int DIGITS = 4;

    private final String field;
    private final double unit;

    @SuppressWarnings("ImmutableEnumChecker") // a function without state
    private final ToDoubleFunction<Work> ofRow;

    @SuppressWarnings("ImmutableEnumChecker") // a function without state
    private final Function<HostUsage.Sum, BigInteger> ofSum;

    WorkQuantity(String field, double unit, ToDoubleFunction<Work> ofRow, Function<HostUsage.Sum, BigInteger> ofSum) {
        this.field = field;
        this.unit = unit;
        this.ofRow = ofRow;
        this.ofSum = ofSum;
    }

    /** Returns its name in the tables. */
    public String field() {
        return field;
    }

    public BigInteger of(HostUsage.Sum sum) {
        return ofSum.apply(sum);
    }

    public double of(Work row) {
        return ofRow.applyAsDouble(row);
    }

    /** Returns the total work of a host. */
    public static Work done(Host row) {
        return new Work(
                row.getCpuSeconds(),
                row.getGpuSeconds(),
                row.getCpuFlops(),
                row.getGpuFlops(),
                row.getJobsSucceeded(),
                row.getJobsFailed());
    }

    /** Returns the sum. */
    public static Work sum(Work one, Work other) {
        return new Work(
                one.getCpuSeconds() + other.getCpuSeconds(),
                one.getGpuSeconds() + other.getGpuSeconds(),
                one.getCpuFlops() + other.getCpuFlops(),
                one.getGpuFlops() + other.getGpuFlops(),
                one.getJobsSucceeded() + other.getJobsSucceeded(),
                one.getJobsFailed() + other.getJobsFailed());
    }

    /** Converts a sum of the journal to a row of the tables. */
    public static Work row(HostUsage.Sum sum) {
        HostUsage.Row row = sum.row();
        return new Work(
                row.cpuSeconds(),
                row.gpuSeconds(),
                row.cpuFlops(),
                row.gpuFlops(),
                row.jobsSucceeded(),
                row.jobsFailed());
    }

    /** Returns the difference between an actual and an expected row. */
    public static Optional<String> difference(String name, Work row, HostUsage.Sum should) {
        for (WorkQuantity quantity : values()) {
            double is = quantity.of(row);
            double expected = quantity.of(should).doubleValue() * quantity.unit;
            if (!(Math.abs(is - expected) <= DIGITS * Math.ulp(expected))) {
                return Optional.of(name + " " + quantity.field + ": " + is + " (expected: " + expected + ")");
            }
        }
        return Optional.empty();
    }
}
