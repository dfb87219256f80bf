package io.fairstream.rules.share;

import io.fairstream.rules.decay.HalfLife.DecayedUsage;
import io.fairstream.rules.share.FairShares.Claim;
import io.fairstream.rules.share.ShareTree.ShareNode;
import java.util.Map;
import java.util.SortedMap;
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
}
