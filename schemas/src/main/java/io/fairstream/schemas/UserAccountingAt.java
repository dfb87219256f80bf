package io.fairstream.schemas;

import java.time.Instant;
import org.jspecify.annotations.NullMarked;

/**
 * A row of {@code user-accounting} at an instant of the reader's choice. Totals grow as in {@link JobAccountingAt}. With
 * {@code Δ = T - asOf} in seconds, {@code h = halfLifeSeconds}, {@code r} processors and {@code β = 2^(-Δ/h)}:
 *
 * <pre>
 *   decayed(T) = β·decayed + (1-β)·r·h/ln 2
 * </pre>
 *
 * where {@code r} is 0 for what has no rate: CPU time used and memory.
 */
@NullMarked
public final class UserAccountingAt {
    private static final double LN2 = Math.log(2);
    private static final double MICROS = 1e6;

    static {
        GeneratedRecords.allow();
    }

    private UserAccountingAt() {}

    /**
     * The row as of the instant.
     *
     * @throws IllegalArgumentException if the instant is before the row's {@code asOf}
     */
    public static UserAccounting evaluate(UserAccounting row, Instant at) {
        long micros = Elapsed.micros(row.getAsOf(), at, "user " + row.getUser());
        double halfLives = micros / MICROS / row.getHalfLifeSeconds();
        double beta = Math.pow(2, -halfLives);
        double perProcessor = -Math.expm1(-LN2 * halfLives) * row.getHalfLifeSeconds() / LN2;
        return UserAccounting.newBuilder(row)
                .setCpuTimeAllocatedMicros(
                        Elapsed.grown(row.getCpuTimeAllocatedMicros(), row.getProcessorsAllocated(), micros))
                .setCpuTimeReservedMicros(
                        Elapsed.grown(row.getCpuTimeReservedMicros(), row.getProcessorsReserved(), micros))
                .setDecayedCpuAllocatedSeconds(
                        beta * row.getDecayedCpuAllocatedSeconds() + row.getProcessorsAllocated() * perProcessor)
                .setDecayedCpuReservedSeconds(
                        beta * row.getDecayedCpuReservedSeconds() + row.getProcessorsReserved() * perProcessor)
                .setDecayedCpuUsedSeconds(beta * row.getDecayedCpuUsedSeconds())
                .setDecayedRealMemoryKiBSeconds(beta * row.getDecayedRealMemoryKiBSeconds())
                .setDecayedVirtualMemoryKiBSeconds(beta * row.getDecayedVirtualMemoryKiBSeconds())
                .setAsOf(at)
                .build();
    }
}
