package io.fairstream.rules.ledger;

/**
 * The match a resource holds.
 *
 * @param start milliseconds since 1970 UTC
 * @param matchId the scheduler's name of the match, or empty
 */
public record OpenMatch(String pool, String customer, double slotWeight, long start, String matchId) {
    /** Whether a match of that customer and id is this one: the same id, or one of both has none. */
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
