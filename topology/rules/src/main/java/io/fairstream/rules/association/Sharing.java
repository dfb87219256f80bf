package io.fairstream.rules.association;

import io.fairstream.rules.share.FairShares;
import java.util.Collection;

/**
 * Rules by which usage in banks is counted and compared.
 *
 * @param compared which usage the ranking looks at
 */
public record Sharing(UsageTerms terms, FairShares shares, AssociationState.Compared compared) {
    /** The places at an instant that is not before any standing's {@code asOf}. */
    public FairShares.Places rank(Collection<AssociationState> standings, long at) {
        return shares.rank(standings.stream()
                .map(standing -> standing.claim(at, terms, compared))
                .toList());
    }
}
