package io.fairstream.schemas;

import java.time.Instant;
import org.jspecify.annotations.NullMarked;

/**
 * A row of {@code job-accounting} at an instant of the reader's choice. With {@code Δ = T - asOf}:
 *
 * <pre>
 *   cpuTimeAllocated(T) = cpuTimeAllocated + processorsAllocated·Δ
 *   cpuTimeReserved(T)  = cpuTimeReserved + processorsReserved·Δ
 *   tresHeldMillis(T)   = tresHeldMillis + tresHeld·Δ, of each name
 * </pre>
 */
@NullMarked
public final class JobAccountingAt {
    private JobAccountingAt() {}

    /**
     * The row as of the instant.
     *
     * @throws IllegalArgumentException if the instant is before the row's {@code asOf}
     */
    public static JobAccounting evaluate(JobAccounting row, Instant at) {
        long micros = Elapsed.micros(row.getAsOf(), at, "job " + row.getCluster() + "/" + row.getJobId());
        return JobAccounting.newBuilder(row)
                .setCpuTimeAllocatedMicros(
                        Elapsed.grown(row.getCpuTimeAllocatedMicros(), row.getProcessorsAllocated(), micros))
                .setCpuTimeReservedMicros(
                        Elapsed.grown(row.getCpuTimeReservedMicros(), row.getProcessorsReserved(), micros))
                .setTresHeldMillis(Elapsed.grown(row.getTresHeldMillis(), row.getTresHeld(), micros))
                .setAsOf(at)
                .build();
    }
}
