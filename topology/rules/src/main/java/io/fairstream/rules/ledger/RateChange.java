package io.fairstream.rules.ledger;

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
public record RateChange(String customer, long at, int resources, double weight, long since, OpenMatch match) {
    static RateChange begin(OpenMatch match) {
        return new RateChange(match.customer(), match.start(), 1, match.slotWeight(), match.start(), match);
    }

    static RateChange end(FinishedMatch finished) {
        OpenMatch match = finished.match();
        return new RateChange(match.customer(), finished.end(), -1, -match.slotWeight(), match.start(), match);
    }

    RateChange negated() {
        return new RateChange(customer, at, -resources, -weight, since, match);
    }

    /** Whether both say the same of the same use; the match's name may have been learned in between. */
    boolean isSameUse(RateChange other) {
        return at == other.at
                && resources == other.resources
                && weight == other.weight
                && since == other.since
                && customer.equals(other.customer);
    }
}
