package io.fairstream.schemas;

import io.fairstream.rules.decay.DecayedUsage;
import io.fairstream.rules.decay.HalfLife;
import java.time.Instant;
import java.util.List;
import org.apache.avro.Schema;
import org.jspecify.annotations.NullMarked;

/**
 * A row of {@code user-accounting} at an instant of the reader's choice. Totals grow as in {@link JobAccountingAt}. With
 * {@code Δ = T - asOf} in seconds, {@code h = halfLifeSeconds}, {@code r} processors and {@code β = 2^(-Δ/h)}:
 *
 * <pre>
 *   decayed(T) = β·decayed + (1-β)·r·h/ln 2
 * </pre>
 *
 * where {@code r} is 0 for what has no rate: all that is measured.
 */
@NullMarked
public final class UserAccountingAt {
    private static final long MICROS = 1000;
    private static final List<Schema.Field> DECAYED = UserAccounting.getClassSchema().getFields().stream()
            .filter(field -> field.name().startsWith("decayed"))
            .toList();

    private UserAccountingAt() {}

    /**
     * The row as of the instant.
     *
     * @throws IllegalArgumentException if the instant is before the row's {@code asOf}
     */
    public static UserAccounting evaluate(UserAccounting row, Instant at) {
        long micros = Elapsed.micros(row.getAsOf(), at, "user " + row.getUser());
        long millis = micros / MICROS;
        HalfLife halfLife = new HalfLife(row.getHalfLifeSeconds());
        double beta = halfLife.beta(millis);
        UserAccounting faded = UserAccounting.newBuilder(row).build();
        for (Schema.Field field : DECAYED) {
            faded.put(field.pos(), beta * (Double) row.get(field.pos()));
        }
        return UserAccounting.newBuilder(faded)
                .setCpuTimeAllocatedMicros(
                        Elapsed.grown(row.getCpuTimeAllocatedMicros(), row.getProcessorsAllocated(), micros))
                .setCpuTimeReservedMicros(
                        Elapsed.grown(row.getCpuTimeReservedMicros(), row.getProcessorsReserved(), micros))
                .setDecayedCpuAllocatedSeconds(faded.getDecayedCpuAllocatedSeconds()
                        + DecayedUsage.late(row.getProcessorsAllocated(), millis, halfLife))
                .setDecayedCpuReservedSeconds(faded.getDecayedCpuReservedSeconds()
                        + DecayedUsage.late(row.getProcessorsReserved(), millis, halfLife))
                .setTresHeldMillis(Elapsed.grown(row.getTresHeldMillis(), row.getTresHeld(), micros))
                .setAsOf(at)
                .build();
    }
}
