package io.fairstream.rules.share;

import io.fairstream.rules.decay.HalfLife.DecayedUsage;
import io.fairstream.rules.decay.UsagePeriods;
import io.fairstream.rules.share.FairShares.Claim;
import io.fairstream.rules.share.FairShares.FairShareRow;
import io.fairstream.rules.share.ShareTree.ShareNode;
import java.util.Collection;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Published state of an association or a bank.
 *
 * @param shares null if not decided
 * @param useParent whether {@code Fairshare=parent} was decided, so that it has no shares of its own
 * @param sums sums of all charges, with the periods that count
 */
public record AssociationState(
        String path, ShareNode.Kind kind, @Nullable Double shares, boolean active, boolean useParent, UsageSums sums) {
    /** Kind of usage for comparisons. */
    public enum Compared {
        /** flux's: finished runs in half-life periods. */
        PERIOD,
        /** Slurm's: all use, with smooth decay. */
        SMOOTH
    }

    /** The instant of the numbers, milliseconds since 1970; 0 if nothing was ever used. */
    public long asOf() {
        return sums.asOf() == UsageSums.NEVER ? 0 : sums.asOf();
    }

    /** Name of the user, or null for a bank. */
    public @Nullable String user() {
        return kind == ShareNode.Kind.USER ? path.substring(path.lastIndexOf('/') + 1) : null;
    }

    /** Usage of all finished runs, node-seconds. */
    public double rawUsage() {
        return UsageTerms.nodeSeconds(sums.units());
    }

    /**
     * flux's usage at an instant not before {@code asOf}: {@code Σ D^k · raw[P(T) - k]} over the periods that count, k from 0;
     * node-seconds.
     */
    public double periodUsage(long at, UsageTerms terms) {
        SortedMap<Long, Long> periods = sums.periods();
        if (periods.isEmpty()) {
            return 0;
        }
        long now = terms.periods().period(at);
        double usage = 0;
        for (Map.Entry<Long, Long> period :
                periods.tailMap(terms.periods().oldest(at)).entrySet()) {
            usage += terms.periods().left(now - period.getKey()) * UsageTerms.nodeSeconds(period.getValue());
        }
        return usage;
    }

    /** Slurm's usage at an instant not before {@code asOf}, node-seconds. */
    public double smoothUsage(long at, UsageTerms terms) {
        return sums.asOf() == UsageSums.NEVER
                ? 0
                : DecayedUsage.advance(sums.smooth(), sums.weight(), at - sums.asOf(), terms.halfLife());
    }

    /** Returns the claim in a ranking at an instant not before {@code asOf}. */
    public Claim claim(long at, UsageTerms terms, Compared compared) {
        double usage = compared == Compared.PERIOD ? periodUsage(at, terms) : smoothUsage(at, terms);
        return new Claim(path, kind, shares, active, useParent, usage);
    }

    /**
     * Rules for the usage of banks and the comparison of usages.
     *
     * @param compared kind of usage used by the ranking
     */
    public record Sharing(UsageTerms terms, FairShares shares, AssociationState.Compared compared) {
        /** Ranks the states at an instant that is not before any state's {@code asOf}. */
        public FairShares.Places rank(Collection<AssociationState> states, long at) {
            Stream<Claim> claims = states.stream().map(state -> state.claim(at, terms, compared));
            return shares.rank(claims.toList(), at);
        }

        /**
         * Returns true if a row's usage equals the usage of an earlier row of the path, both before and after its decay to the instant
         * of the later row. If only the numbers are equal, the usage has changed: twice as much decays to the same after a half-life.
         */
        public boolean isSameUsage(FairShareRow now, FairShareRow before) {
            return now.isSameUsage(before.usage()) && now.isSameUsage(before.usage() * left(before.asOf(), now.asOf()));
        }

        /** Part of a usage that is left at a later instant. */
        private double left(long from, long to) {
            UsagePeriods periods = terms.periods();
            return compared == Compared.PERIOD
                    ? periods.left(Math.max(0, periods.period(to) - periods.period(from)))
                    : terms.halfLife().beta(Math.max(0, to - from));
        }
    }
}
