package io.fairstream.schemas;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.NullMarked;

/**
 * A row of {@code association-usage} at an instant of the reader's choice. With {@code Δ = T - asOf} in seconds,
 * {@code h = halfLifeSeconds}, {@code w = weightInUse}, {@code β = 2^(-Δ/h)}, {@code D = decayFactor} and
 * {@code P(t) = floor((t - periodEpoch) / h)}, at least 0:
 *
 * <pre>
 *   smoothUsage(T) = β·smoothUsage + (1-β)·w·h/ln 2
 *   periodUsage(T) = Σ D^(P(T) - index)·nodeSeconds   over the periods with P(T) - index < periodCount
 * </pre>
 *
 * {@code rawUsage} grows only when runs end.
 */
@NullMarked
public final class AssociationUsageAt {
    private static final double LN2 = Math.log(2);
    private static final double MICROS = 1e6;
    private static final double MILLIS = 1e3;

    static {
        GeneratedRecords.allow();
    }

    private AssociationUsageAt() {}

    /**
     * The row as of the instant.
     *
     * @throws IllegalArgumentException if the instant is before the row's {@code asOf}
     */
    public static AssociationUsage evaluate(AssociationUsage row, Instant at) {
        long micros = Elapsed.micros(row.getAsOf(), at, "association " + row.getPath());
        double halfLives = micros / MICROS / row.getHalfLifeSeconds();
        double perWeight = -Math.expm1(-LN2 * halfLives) * row.getHalfLifeSeconds() / LN2;
        long now = period(row, at);
        List<UsagePeriod> periods = row.getPeriods().stream()
                .filter(period -> now - period.getIndex() < row.getPeriodCount())
                .toList();
        return AssociationUsage.newBuilder(row)
                .setSmoothUsage(row.getSmoothUsage() * Math.pow(2, -halfLives) + row.getWeightInUse() * perWeight)
                .setPeriods(periods)
                .setPeriodUsage(periods.stream()
                        .mapToDouble(period -> Math.pow(row.getDecayFactor(), (double) now - period.getIndex())
                                * period.getNodeSeconds())
                        .sum())
                .setAsOf(at)
                .build();
    }

    /** The number of the period that an instant is in. */
    public static long period(AssociationUsage row, Instant at) {
        long millis = Math.round(row.getHalfLifeSeconds() * MILLIS);
        return Math.max(
                0, Math.floorDiv(at.toEpochMilli() - row.getPeriodEpoch().toEpochMilli(), millis));
    }
}
