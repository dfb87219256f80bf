package io.fairstream.rules.share;

import io.fairstream.rules.decay.UsagePeriods;
import io.fairstream.rules.share.AssociationState.Compared;
import io.fairstream.rules.share.FairShares.Claim;
import io.fairstream.rules.share.FairShares.FairShareRow;
import java.util.Collection;
import java.util.stream.Stream;

/**
 * Rules for the usage of banks and the comparison of usages.
 *
 * @param compared kind of usage used by the ranking
 */
public record FairShareTerms(UsageTerms terms, FairShares shares, Compared compared) {
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
