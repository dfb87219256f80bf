package io.fairstream.negotiator;

/**
 * Rules for dividing a pool; {@link #DEFAULT} is as HTCondor's defaults.
 *
 * @param preemption whether matches that run may give way ({@code NEGOTIATOR_CONSIDER_PREEMPTION}). Then all submitters
 *     divide the pool, and whoever holds more than is due may lose it; without, only those with demand do, and only what is free
 * @param oversubscribed whether static quotas may exceed that of the group above ({@code NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION});
 *     without, they are scaled down to it
 * @param wholeSlots whether groups are given whole slots of weight 1, remainders in turn ({@code NEGOTIATOR_USE_SLOT_WEIGHTS=false})
 * @param rounds how often what a group could not match is divided again among the others
 *     ({@code GROUP_QUOTA_MAX_ALLOCATION_ROUNDS}); 1 or more
 * @param seed decides among submitters that are equal in everything; another one per cycle, and nobody is always first
 */
public record NegotiationRules(boolean preemption, boolean oversubscribed, boolean wholeSlots, int rounds, long seed) {
    public static final NegotiationRules DEFAULT = new NegotiationRules(true, true, false, 3, 0);

    public NegotiationRules {
        if (rounds < 1) {
            throw new IllegalArgumentException("rounds: " + rounds + " (expected: 1 or more)");
        }
    }

    public NegotiationRules withPreemption(boolean considered) {
        return new NegotiationRules(considered, oversubscribed, wholeSlots, rounds, seed);
    }

    public NegotiationRules withOversubscribed(boolean allowed) {
        return new NegotiationRules(preemption, allowed, wholeSlots, rounds, seed);
    }

    public NegotiationRules withWholeSlots(boolean whole) {
        return new NegotiationRules(preemption, oversubscribed, whole, rounds, seed);
    }

    public NegotiationRules withSeed(long next) {
        return new NegotiationRules(preemption, oversubscribed, wholeSlots, rounds, next);
    }
}
