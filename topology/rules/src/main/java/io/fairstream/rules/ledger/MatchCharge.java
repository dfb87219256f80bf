package io.fairstream.rules.ledger;

import io.fairstream.rules.journal.Account;
import io.fairstream.rules.journal.Cause;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Dimensions;
import io.fairstream.rules.journal.Ledger;
import io.fairstream.rules.journal.RateChange;

/**
 * An entry for one paying customer: from an instant on, so much more or less is in use.
 *
 * @param customer who pays
 * @param at milliseconds since 1970 UTC
 * @param resources +1 or -1
 * @param weight change of slot weight, of the same sign
 * @param since start of the match of which this is a part
 * @param match the match, for the journal's dimensions
 */
public record MatchCharge(String customer, long at, int resources, double weight, long since, OpenMatch match) {
    static MatchCharge begin(OpenMatch match) {
        return new MatchCharge(match.customer(), match.start(), 1, match.slotWeight(), match.start(), match);
    }

    static MatchCharge end(FinishedMatch finished) {
        OpenMatch match = finished.match();
        return new MatchCharge(match.customer(), finished.end(), -1, -match.slotWeight(), match.start(), match);
    }

    /**
     * As it stands in the journal.
     *
     * @param resource the ledger's key
     */
    public Charge charge(String resource, Cause cause) {
        return new Charge(
                Account.customer(customer),
                Ledger.MATCH,
                resource,
                Dimensions.ofMatch(match.pool(), resource, match.matchId()),
                new RateChange(false, at, resources, weight, since),
                cause);
    }

    MatchCharge negated() {
        return new MatchCharge(customer, at, -resources, -weight, since, match);
    }

    /** Whether both say the same of the same use; the match's name may have been learned in between. */
    boolean isSameUse(MatchCharge other) {
        return at == other.at
                && resources == other.resources
                && weight == other.weight
                && since == other.since
                && customer.equals(other.customer);
    }
}
