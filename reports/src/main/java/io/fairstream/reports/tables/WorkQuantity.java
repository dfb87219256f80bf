package io.fairstream.reports.audit;

import io.fairstream.rules.account.daily.WorkSum;
import io.fairstream.schemas.Work;
import java.math.BigInteger;
import java.util.Optional;

/** One of the six quantities of volunteers' work: whole numbers in the journal, in other units in tables. */
enum WorkQuantity {
    CPU_SECONDS("cpuSeconds", 1e-6),
    GPU_SECONDS("gpuSeconds", 1e-6),
    CPU_FLOPS("cpuFlops", 1e6),
    GPU_FLOPS("gpuFlops", 1e6),
    SUCCEEDED("jobsSucceeded", 1),
    FAILED("jobsFailed", 1);

    /** Of a double's last digit, by which ways to convert a whole number may differ. */
    private static final int DIGITS = 4;

    private final String field;
    private final double unit;

    WorkQuantity(String field, double unit) {
        this.field = field;
        this.unit = unit;
    }

    /** Its name in the tables. */
    String field() {
        return field;
    }

    BigInteger of(WorkSum sum) {
        return switch (this) {
            case CPU_SECONDS -> sum.cpuMicros();
            case GPU_SECONDS -> sum.gpuMicros();
            case CPU_FLOPS -> sum.cpuMflop();
            case GPU_FLOPS -> sum.gpuMflop();
            case SUCCEEDED -> sum.succeeded();
            case FAILED -> sum.failed();
        };
    }

    private double of(Work row) {
        return switch (this) {
            case CPU_SECONDS -> row.getCpuSeconds();
            case GPU_SECONDS -> row.getGpuSeconds();
            case CPU_FLOPS -> row.getCpuFlops();
            case GPU_FLOPS -> row.getGpuFlops();
            case SUCCEEDED -> row.getJobsSucceeded();
            case FAILED -> row.getJobsFailed();
        };
    }

    /** In what a row differs from what it should be. */
    static Optional<String> difference(String name, Work row, WorkSum should) {
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
