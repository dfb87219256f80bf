package io.fairstream.schemas;

import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.HalfLife.DecayedUsage;
import io.fairstream.rules.decay.UsagePeriods;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.jspecify.annotations.NullMarked;

/**
 * Evaluates rows of accounting tables at an instant chosen by the reader. An instant before the row's {@code asOf}, or before the
 * {@code coveredUntil} of a node, raises an {@link IllegalArgumentException}.
 */
@NullMarked
public final class AccountingAt {
    private static final long MICROS = 1000;
    /** Longest interval that can be counted in microseconds, 292,000 years; a row grows by no more than this. */
    private static final Duration LONGEST = Duration.ofMillis(Long.MAX_VALUE / MICROS);

    private AccountingAt() {}

    /** Returns the milliseconds from the row's instant to the reader's, which must not be before it; {@code whose} names the row. */
    static long millis(Instant asOf, Instant at, String whose) {
        if (at.isBefore(asOf)) {
            throw new IllegalArgumentException("time: " + at + " (expected: not before asOf " + asOf + "), " + whose);
        }
        Duration time = Duration.between(asOf, at);
        return (time.compareTo(LONGEST) < 0 ? time : LONGEST).toMillis();
    }

    static long micros(Instant asOf, Instant at, String whose) {
        return millis(asOf, at, whose) * MICROS;
    }

    /** Adds to each total, by name, its growth at a rate per millisecond. */
    static Map<String, Long> grown(Map<String, Long> totals, Map<String, Long> rates, long micros) {
        Map<String, Long> grown = new TreeMap<>(totals);
        rates.forEach(
                (name, rate) -> grown.merge(name, Totals.fitted(Totals.product(rate, micros / MICROS)), Totals::sum));
        return grown;
    }

    /** Adds to a total its growth at {@code rate} microseconds per microsecond; the total stops at the largest long. */
    static long grown(long total, int rate, long micros) {
        return Totals.fitted(Totals.product(rate, micros).add(BigInteger.valueOf(total)));
    }

    /**
     * Evaluates a row of {@code association-usage} at an instant T; {@code rawUsage} grows only when runs end. With {@code Δ = T - asOf} in
     * seconds, {@code h = halfLifeSeconds}, {@code w = weightInUse}, {@code β = 2^(-Δ/h)}, {@code D = decayFactor} and
     * {@code P(t) = floor((t - periodEpoch) / h)}, at least 0:
     *
     * <pre>
     *   smoothUsage(T) = β·smoothUsage + (1-β)·w·h/ln 2
     *   periodUsage(T) = Σ D^(P(T) - index)·nodeSeconds   over the periods with P(T) - index &lt; periodCount
     * </pre>
     */
    public static final class AssociationUsageAt {
        private static final double MILLIS = 1e3;

        private AssociationUsageAt() {}

        public static AssociationUsage evaluate(AssociationUsage row, Instant at) {
            long millis = millis(row.getAsOf(), at, "association " + row.getPath());
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

        public static UsagePeriods periods(AssociationUsage row) {
            return new UsagePeriods(
                    row.getPeriodEpoch().toEpochMilli(),
                    Duration.ofMillis(Math.round(row.getHalfLifeSeconds() * MILLIS)),
                    row.getPeriodCount(),
                    row.getDecayFactor());
        }
    }

    /**
     * Evaluates a row of {@code job-accounting} at an instant T chosen by the reader. With {@code Δ = T - asOf}:
     *
     * <pre>
     *   cpuTimeAllocated(T) = cpuTimeAllocated + processorsAllocated·Δ
     *   cpuTimeReserved(T)  = cpuTimeReserved + processorsReserved·Δ
     *   tresHeldMillis(T)   = tresHeldMillis + tresHeld·Δ, of each name
     * </pre>
     */
    public static final class JobAccountingAt {
        private JobAccountingAt() {}

        public static JobAccounting evaluate(JobAccounting row, Instant at) {
            long micros = micros(row.getAsOf(), at, "job " + row.getCluster() + "/" + row.getJobId());
            return JobAccounting.newBuilder(row)
                    .setCpuTimeAllocatedMicros(
                            grown(row.getCpuTimeAllocatedMicros(), row.getProcessorsAllocated(), micros))
                    .setCpuTimeReservedMicros(
                            grown(row.getCpuTimeReservedMicros(), row.getProcessorsReserved(), micros))
                    .setTresHeldMillis(grown(row.getTresHeldMillis(), row.getTresHeld(), micros))
                    .setAsOf(at)
                    .build();
        }
    }

    /**
     * Evaluates a row of {@code user-accounting} at an instant T. Totals grow as in {@link AccountingAt.JobAccountingAt}. With
     * {@code Δ = T - asOf} in seconds, {@code h = halfLifeSeconds}, {@code β = 2^(-Δ/h)} and {@code r} processors, which is 0 for measured
     * quantities, since these have no rate:
     *
     * <pre>
     *   decayed(T) = β·decayed + (1-β)·r·h/ln 2
     * </pre>
     */
    public static final class UserAccountingAt {
        private static final List<Schema.Field> DECAYED = UserAccounting.getClassSchema().getFields().stream()
                .filter(field -> field.name().startsWith("decayed"))
                .toList();

        private UserAccountingAt() {}

        public static UserAccounting evaluate(UserAccounting row, Instant at) {
            long micros = micros(row.getAsOf(), at, "user " + row.getUser());
            long millis = micros / MICROS;
            HalfLife halfLife = new HalfLife(row.getHalfLifeSeconds());
            double beta = halfLife.beta(millis);
            UserAccounting faded = UserAccounting.newBuilder(row).build();
            for (Schema.Field field : DECAYED) {
                faded.put(field.pos(), beta * (Double) row.get(field.pos()));
            }
            return UserAccounting.newBuilder(faded)
                    .setCpuTimeAllocatedMicros(
                            grown(row.getCpuTimeAllocatedMicros(), row.getProcessorsAllocated(), micros))
                    .setCpuTimeReservedMicros(
                            grown(row.getCpuTimeReservedMicros(), row.getProcessorsReserved(), micros))
                    .setDecayedCpuAllocatedSeconds(faded.getDecayedCpuAllocatedSeconds()
                            + DecayedUsage.late(row.getProcessorsAllocated(), millis, halfLife))
                    .setDecayedCpuReservedSeconds(faded.getDecayedCpuReservedSeconds()
                            + DecayedUsage.late(row.getProcessorsReserved(), millis, halfLife))
                    .setTresHeldMillis(grown(row.getTresHeldMillis(), row.getTresHeld(), micros))
                    .setAsOf(at)
                    .build();
        }
    }

    /**
     * Evaluates a row of {@code nodes} at an instant T chosen by the reader. Up to {@code silence} after {@code coveredUntil} a node counts
     * as up and its time as not yet reported; after that it counts as down since {@code coveredUntil}. With {@code Δ = T - coveredUntil}:
     *
     * <pre>
     *   down(T)     = down + (processors·Δ if Δ > silence, else 0)
     *   capacity(T) = capacity + the same
     * </pre>
     */
    public static final class NodeAt {
        private NodeAt() {}

        public static boolean isDown(Node row, Instant at) {
            return sinceCovered(row, at) > row.getSilenceMicros();
        }

        /** The row as of the instant; {@code coveredUntil} does not change. */
        public static Node evaluate(Node row, Instant at) {
            if (!isDown(row, at)) {
                return row;
            }
            long micros = sinceCovered(row, at);
            return Node.newBuilder(row)
                    .setDownMicros(grown(row.getDownMicros(), row.getProcessors(), micros))
                    .setCapacityMicros(grown(row.getCapacityMicros(), row.getProcessors(), micros))
                    .build();
        }

        private static long sinceCovered(Node row, Instant at) {
            return micros(row.getCoveredUntil(), at, "node " + row.getCluster() + "/" + row.getNode());
        }
    }
}
