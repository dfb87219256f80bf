package io.fairstream.client.negotiation;

/**
 * Pool of arbitrarily divisible weight.
 *
 * @param weight slot weight of all slots visible to this negotiator, claimed or not; 0 or more. A negotiator of a part of the pool
 *     counts only the slots of its part
 * @param usedByOthers part of the weight that is held by customers who are not among the submitters; 0 or more
 */
public record Pool(double weight, double usedByOthers) {
    public Pool {
        Checks.atLeastZero("pool weight", weight);
        Checks.atLeastZero("weight used by others", usedByOthers);
    }

    /** Creates a pool in which only the submitters hold resources. */
    public static Pool of(double weight) {
        return new Pool(weight, 0);
    }
}
