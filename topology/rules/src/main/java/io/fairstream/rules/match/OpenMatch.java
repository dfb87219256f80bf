package io.fairstream.rules.match;

import io.fairstream.rules.journal.Account;
import io.fairstream.rules.journal.Cause;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Dimensions;
import io.fairstream.rules.journal.Ledger;
import io.fairstream.rules.journal.RateChange;

/**
 * The match a resource holds.
 *
 * @param start milliseconds since 1970 UTC
 * @param matchId the scheduler's name of the match, or empty
 */
public record OpenMatch(String pool, String customer, double slotWeight, long start, String matchId) {
    /** The charge with which the customer's use begins. */
    public Charge begun(String resource, Cause cause) {
        return charge(resource, new RateChange(start, 1, slotWeight, start), cause);
    }

    Charge charge(String resource, RateChange change, Cause cause) {
        Dimensions dimensions = Dimensions.ofMatch(pool, resource, matchId);
        return new Charge(Account.customer(customer), Ledger.MATCH, resource, dimensions, change, cause);
    }

    /** Returns true if a match of that customer and id is this one: both ids are the same, or at least one match has none. */
    boolean isSame(String otherCustomer, String otherId) {
        return customer.equals(otherCustomer) && mayBe(otherId);
    }

    boolean mayBe(String otherId) {
        return matchId.isEmpty() || otherId.isEmpty() || matchId.equals(otherId);
    }

    /** This match with the id learned from a repeat; the weight and start stay. */
    OpenMatch named(String id) {
        return matchId.isEmpty() && !id.isEmpty() ? new OpenMatch(pool, customer, slotWeight, start, id) : this;
    }
}
