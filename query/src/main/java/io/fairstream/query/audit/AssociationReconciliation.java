package io.fairstream.query.audit;

import static io.fairstream.query.columns.Numbers.isNear;

import io.fairstream.query.audit.AssociationReconciliations.Fading;
import io.fairstream.query.tables.ChargeFields;
import io.fairstream.rules.decay.HalfLife.DecayedUsage;
import io.fairstream.rules.share.UsageTerms;
import io.fairstream.schemas.AccountingAt.AssociationUsageAt;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.HoldingChange;
import java.time.Instant;
import java.util.Optional;
import java.util.TreeMap;

/** Usage of an association or a bank up to an instant, recomputed from charges and other rows. Mutable. */
final class AssociationReconciliation {

    /** A row's doubles hold whole units up to about this many bits; larger values agree in their first bits only. */
    private static final int EXACT_BITS = 50;

    private final Instant at;
    private final TreeMap<Long, Long> periods = new TreeMap<>();
    private long units;
    private double weight;
    private double smooth;
    private double weightTurnover;
    private double smoothTurnover;

    /** Creates an empty usage as of the instant. */
    AssociationReconciliation(Instant at) {
        this.at = at;
    }

    /** Adds a row as of the same or an earlier instant. */
    void add(AssociationUsage row) {
        AssociationUsage then = AssociationUsageAt.evaluate(row, at);
        units += units(then.getRawUsage());
        then.getPeriods().forEach(period -> book(period.getIndex(), units(period.getNodeSeconds())));
        use(then.getWeightInUse(), then.getSmoothUsage());
    }

    private static long units(double nodeSeconds) {
        return Math.round(nodeSeconds * UsageTerms.UNITS);
    }

    /**
     * Adds a charge of a user in a bank.
     *
     * @param weights of the allocated resources
     */
    void add(HoldingChange entry, UsageTerms weights, Fading fading) {
        double more = entry.getHoldings() * weights.weight(ChargeFields.allocated(entry));
        long since = Math.max(0, at.toEpochMilli() - entry.getAt().toEpochMilli());
        use(more, DecayedUsage.late(more, since, fading.halfLife()));
        Instant endedAt = entry.getEndedAt();
        if (endedAt != null) {
            long used = entry.getBooked() * ChargeFields.nodeUnits(entry, weights);
            units += used;
            long period = fading.periods().period(endedAt.toEpochMilli());
            if (period >= fading.periods().oldest(at.toEpochMilli())) {
                book(period, used);
            }
        }
    }

    /** Adds another usage. */
    void add(AssociationReconciliation other) {
        units += other.units;
        other.periods.forEach(this::book);
        use(other.weight, other.smooth);
        weightTurnover += other.weightTurnover;
        smoothTurnover += other.smoothTurnover;
    }

    private void book(long period, long used) {
        periods.merge(period, used, Long::sum);
        periods.remove(period, 0L);
    }

    private void use(double moreWeight, double moreSmooth) {
        weight += moreWeight;
        smooth += moreSmooth;
        weightTurnover += Math.abs(moreWeight);
        smoothTurnover += Math.abs(moreSmooth);
    }

    /** Returns true if there is any usage, so that there must be a row. */
    boolean isUsed() {
        return units != 0 || weightTurnover != 0 || smoothTurnover != 0;
    }

    /** Returns the difference from the expected usage. */
    Optional<String> difference(String path, AssociationReconciliation should) {
        if (!isSame(units, should.units)) {
            return Check.difference(path, "rawUsage", units / UsageTerms.UNITS, should.units / UsageTerms.UNITS);
        }
        TreeMap<Long, Long> all = new TreeMap<>(should.periods);
        all.putAll(periods);
        for (long period : all.keySet()) {
            long is = periods.getOrDefault(period, 0L);
            long expected = should.periods.getOrDefault(period, 0L);
            if (!isSame(is, expected)) {
                return Check.difference(path, "period " + period, is / UsageTerms.UNITS, expected / UsageTerms.UNITS);
            }
        }
        if (!isNear(weight, should.weight, should.weightTurnover)) {
            return Check.difference(path, "weightInUse", weight, should.weight);
        }
        return isNear(smooth, should.smooth, should.smoothTurnover)
                ? Optional.empty()
                : Check.difference(path, "smoothUsage", smooth, should.smooth);
    }

    private static boolean isSame(long is, long should) {
        return Math.abs(is - should) <= Math.abs(should) >> EXACT_BITS;
    }

    double nodeSeconds() {
        return units / UsageTerms.UNITS;
    }
}
