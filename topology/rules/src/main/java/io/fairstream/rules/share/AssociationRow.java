package io.fairstream.rules.share;

import io.fairstream.rules.share.ShareTree.ShareNode;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Published row of a bank or of a user in a bank. The names are those of the schema {@code AssociationUsage}, which documents them. */
public record AssociationRow(
        String path,
        ShareNode.Kind kind,
        @Nullable String user,
        @Nullable Double shares,
        boolean active,
        double rawUsage,
        SortedMap<Long, Double> periods,
        double periodUsage,
        double smoothUsage,
        double weightInUse,
        long asOf,
        double halfLifeSeconds,
        long periodEpoch,
        int periodCount,
        double decayFactor,
        boolean useParent) {
    public static AssociationRow of(AssociationState state, UsageTerms terms) {
        SortedMap<Long, Double> periods = new TreeMap<>();
        state.sums().periods().forEach((period, units) -> periods.put(period, UsageTerms.nodeSeconds(units)));
        return new AssociationRow(
                state.path(),
                state.kind(),
                state.user(),
                state.shares(),
                state.active(),
                state.rawUsage(),
                periods,
                state.periodUsage(state.asOf(), terms),
                state.smoothUsage(state.asOf(), terms),
                state.sums().weight(),
                state.asOf(),
                terms.halfLife().seconds(),
                terms.periods().epoch(),
                terms.periods().count(),
                terms.periods().decayFactor(),
                state.useParent());
    }

    /** Returns the published state; the row does not have the number of holdings. */
    public AssociationState state() {
        SortedMap<Long, Long> units = new TreeMap<>();
        periods.forEach((period, nodeSeconds) -> units.put(period, UsageTerms.nearestUnits(nodeSeconds)));
        UsageSums sums = new UsageSums(asOf, 0, weightInUse, smoothUsage, UsageTerms.nearestUnits(rawUsage), units);
        return new AssociationState(path, kind, shares, active, useParent, sums);
    }
}
