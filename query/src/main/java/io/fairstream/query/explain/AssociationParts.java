package io.fairstream.query.explain;

import static io.fairstream.query.columns.Numbers.isNear;

import io.fairstream.query.tables.ChargeFields;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.HalfLife.DecayedUsage;
import io.fairstream.rules.decay.UsagePeriods;
import io.fairstream.rules.share.UsageTerms;
import io.fairstream.schemas.AccountingAt.AssociationUsageAt;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.HoldingChange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Parts of the usage of a user in a bank at its row's instant, from the journal.
 *
 * @param row evaluated at the instant
 * @param runs the largest usage first
 * @param periods those with usage, the oldest first
 * @param known instant from which the journal is complete; null if it is complete
 */
record AssociationParts(
        AssociationUsage row,
        List<RunPart> runs,
        List<PeriodPart> periods,
        @Nullable Instant known) {
    /**
     * A half-life period.
     *
     * @param begin its first instant
     * @param fades instant from which it no longer counts
     * @param runs number of runs that ended in it
     * @param used their usage, node-seconds
     * @param factor decay of a node-second of the period at the instant
     */
    record PeriodPart(long index, Instant begin, Instant fades, int runs, double used, double factor) {
        double counts() {
            return used * factor;
        }
    }

    /**
     * Computes the parts.
     *
     * @param weights of the allocated resources
     */
    static AssociationParts of(
            AssociationUsage row, Collection<Charge> charges, UsageTerms weights, @Nullable Instant known) {
        HalfLife halfLife = new HalfLife(row.getHalfLifeSeconds());
        long at = row.getAsOf().toEpochMilli();
        Map<RunPart.Key, RunPart> runs = new LinkedHashMap<>();
        for (Charge charge : charges) {
            if (charge.getKind() == ChargeKind.ASSOCIATION && charge.getEntry() instanceof HoldingChange entry) {
                RunPart run =
                        runs.computeIfAbsent(RunPart.Key.of(charge.getThing(), charge.getDimensions()), RunPart::new);
                add(entry, run, at, weights, halfLife);
            }
        }
        UsagePeriods terms = AssociationUsageAt.periods(row);
        List<RunPart> some = new ArrayList<>(
                runs.values().stream().filter(RunPart::isSomething).toList());
        some.sort(Comparator.comparingDouble((RunPart run) -> counts(run, terms, at))
                .thenComparingDouble(RunPart::smooth)
                .reversed());
        return new AssociationParts(row, List.copyOf(some), periods(some, terms, at), known);
    }

    private static void add(HoldingChange entry, RunPart run, long at, UsageTerms weights, HalfLife halfLife) {
        run.begin(entry.getSince().toEpochMilli());
        double weight = entry.getHoldings() * weights.weight(ChargeFields.allocated(entry));
        long lateness = Math.max(0, at - entry.getAt().toEpochMilli());
        run.hold(entry.getHoldings(), weight, DecayedUsage.late(weight, lateness, halfLife));
        Instant endedAt = entry.getEndedAt();
        if (endedAt != null && entry.getBooked() != 0) {
            run.book(endedAt.toEpochMilli(), entry.getBooked() * ChargeFields.nodeUnits(entry, weights));
        }
    }

    private static List<PeriodPart> periods(List<RunPart> runs, UsagePeriods terms, long at) {
        Map<Long, PeriodPart> parts = new TreeMap<>();
        long now = terms.period(at);
        for (RunPart run : runs) {
            run.unitsByEnd().forEach((end, units) -> {
                long index = terms.period(end);
                if (index >= terms.oldest(at)) {
                    PeriodPart part = new PeriodPart(
                            index,
                            begin(terms, index),
                            begin(terms, index + terms.count()),
                            1,
                            units / UsageTerms.UNITS,
                            terms.left(now - index));
                    parts.merge(index, part, AssociationParts::sum);
                }
            });
        }
        return List.copyOf(parts.values());
    }

    private static PeriodPart sum(PeriodPart one, PeriodPart other) {
        return new PeriodPart(
                one.index, one.begin, one.fades, one.runs + other.runs, one.used + other.used, one.factor);
    }

    private static Instant begin(UsagePeriods terms, long index) {
        return Instant.ofEpochMilli(terms.begin(index));
    }

    /** Returns the usage of a run at the row's instant, node-seconds. */
    double counts(RunPart run) {
        return counts(run, AssociationUsageAt.periods(row), row.getAsOf().toEpochMilli());
    }

    private static double counts(RunPart run, UsagePeriods terms, long at) {
        double counts = 0;
        for (Map.Entry<Long, Long> booked : run.unitsByEnd().entrySet()) {
            long age = terms.period(at) - terms.period(booked.getKey());
            counts += terms.left(age) * (booked.getValue() / UsageTerms.UNITS);
        }
        return counts;
    }

    double periodUsage() {
        return periods.stream().mapToDouble(PeriodPart::counts).sum();
    }

    double smoothUsage() {
        return runs.stream().mapToDouble(RunPart::smooth).sum();
    }

    /** Returns true if the parts agree with the row, as far as the journal reaches. */
    boolean isWhole() {
        double turnover = runs.size() * row.getHalfLifeSeconds();
        return known != null
                || (isNear(row.getPeriodUsage(), periodUsage(), 0)
                        && isNear(row.getSmoothUsage(), smoothUsage(), turnover));
    }

    /** Returns the instant from which all periods have decayed if no further run ends; the row's instant if they already have. */
    Instant faded() {
        return periods.isEmpty()
                ? row.getAsOf()
                : periods.get(periods.size() - 1).fades();
    }

    /** Returns the begins of periods from the row's instant until everything has decayed, at most {@code most}. */
    List<Instant> ahead(int most) {
        UsagePeriods terms = AssociationUsageAt.periods(row);
        long now = terms.period(row.getAsOf().toEpochMilli());
        List<Instant> begins = new ArrayList<>();
        for (long index = now + 1; begins.size() < most && !begin(terms, index).isAfter(faded()); index++) {
            begins.add(begin(terms, index));
        }
        return begins;
    }
}
