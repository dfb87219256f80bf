package io.fairstream.schemas;

import io.fairstream.rules.decay.DecayedUsage;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.UsagePeriods;
import java.time.Duration;
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
    private static final double MILLIS = 1e3;

    private AssociationUsageAt() {}

    /**
     * The row as of the instant.
     *
     * @throws IllegalArgumentException if the instant is before the row's {@code asOf}
     */
    public static AssociationUsage evaluate(AssociationUsage row, Instant at) {
        long millis = Elapsed.millis(row.getAsOf(), at, "association " + row.getPath());
        HalfLife halfLife = new HalfLife(row.getHalfLifeSeconds());
        UsagePeriods terms = periods(row);
        long now = terms.period(at.toEpochMilli());
        List<UsagePeriod> periods = row.getPeriods().stream()
                .filter(period -> now - period.getIndex() < terms.count())
                .toList();
        return AssociationUsage.newBuilder(row)
                .setSmoothUsage(DecayedUsage.advance(row.getSmoothUsage(), row.getWeightInUse(), millis, halfLife))
                .setPeriods(periods)
                .setPeriodUsage(periods.stream()
                        .mapToDouble(period -> terms.left(now - period.getIndex()) * period.getNodeSeconds())
                        .sum())
                .setAsOf(at)
                .build();
    }

    /** The periods that the row is of. */
    public static UsagePeriods periods(AssociationUsage row) {
        return new UsagePeriods(
                row.getPeriodEpoch().toEpochMilli(),
                Duration.ofMillis(Math.round(row.getHalfLifeSeconds() * MILLIS)),
                row.getPeriodCount(),
                row.getDecayFactor());
    }
}
