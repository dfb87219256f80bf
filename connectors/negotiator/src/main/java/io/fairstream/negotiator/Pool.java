package io.fairstream.negotiator;

/**
 * Pool to divide: a pie that can be cut anywhere.
 *
 * @param weight slot weight of all slots this negotiator sees, claimed or not; 0 or more. A negotiator of a part of the pool
 *     counts the slots of its part only
 * @param usedByOthers slot weight of these that customers hold who are not among the submitters; 0 or more
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
