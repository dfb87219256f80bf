package io.fairstream.client.negotiation;

/**
 * Rules for dividing a pool; {@link #DEFAULT} has HTCondor's defaults.
 *
 * @param preemption whether running matches may be preempted ({@code NEGOTIATOR_CONSIDER_PREEMPTION}). With preemption all
 *     submitters divide the pool, and those above their share may lose slots; without it only submitters with demand divide the
 *     free slots
 * @param oversubscribed whether the sum of static quotas may exceed the quota of the parent group
 *     ({@code NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION}); if not, they are scaled down to it
 * @param wholeSlots whether groups get whole slots of weight 1, and remainders in turn ({@code NEGOTIATOR_USE_SLOT_WEIGHTS=false})
 * @param rounds maximum number of rounds in which quota that a group could not match is divided among the others
 *     ({@code GROUP_QUOTA_MAX_ALLOCATION_ROUNDS}); 1 or more
 * @param seed of the random order of otherwise equal submitters; with another seed in each cycle, none is always first
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
