package io.fairstream.client.negotiation;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Division of a pool among submitters in inverse proportion to their effective priorities, like HTCondor's negotiator: with half the
 * EUP a submitter gets twice as much. A part that a submitter cannot use is divided among the others by the same rule.
 *
 * <p>Slots in use count: {@code limit = max(0, share·pool - in use)}. First the floors are satisfied. Then each group in turn gets
 * its request, as far as its quota and the surplus of others allow. Finally members of autoregrouping groups compete for the rest.
 *
 * <p>Guarantees for any input (slot weight, up to rounding):
 * <ul>
 *   <li>without groups, the allocated weight is the minimum of free weight and demand;
 *   <li>no submitter gets more than its demand, and no award raises a submitter above its ceiling;
 *   <li>while a submitter with demand is below its floor, no other submitter of the group is raised above its own floor;
 *   <li>submitters with the same EUP, use and demand get the same;
 *   <li>multiplying all EUPs by the same number does not change the result.
 * </ul>
 *
 * <p>Differences from HTCondor: HTCondor's later spins are first come, first served, so that of two equal submitters the one that
 * picks first gets more of the unused part of a third; its ceilings can be exceeded by a slot; and its floor round can give the
 * floor in addition to the slots in use. Here every spin is fair, ceilings are never exceeded, and floors include the slots in use.
 */
public final class Negotiation {
    private final NegotiationRules rules;

    public Negotiation(NegotiationRules rules) {
        this.rules = rules;
    }

    /**
     * Divides a pool of arbitrarily divisible weight, without concurrency limits and machine ranks, which only slots have.
     *
     * @param submitters all submitters that hold or want slots
     * @param groups all groups, including parents; empty for a pool without groups
     * @throws IllegalArgumentException if a name occurs twice or a group is missing
     */
    public NegotiationResult divide(Pool pool, Collection<Submitter> submitters, Collection<Group> groups) {
        GroupTree tree = new GroupTree(groups, submitters);
        double used = submitters.stream().mapToDouble(Submitter::weightInUse).sum();
        double free = Math.max(0, pool.weight() - pool.usedByOthers() - used);
        NegotiationCycle cycle = new NegotiationCycle(rules, pool, tree, new PieHandout(free));
        cycle.run();
        return cycle.result(free);
    }

    /**
     * Matches whole slots to submitters: first free slots, then, if the rules consider preemption, slots of other submitters.
     *
     * <p>The guarantees of {@link #divide} hold up to the size of slots: equal submitters may differ by one slot. Demand, ceilings,
     * quotas and concurrency limits are never exceeded, not even by a part of a slot. Demand is a weight: a submitter does not get a
     * slot that is heavier than its remaining demand.
     *
     * @param slots all slots visible to this negotiator, free or held
     * @param submitters all submitters that hold or want slots; their weight in use is computed from the slots
     * @param groups as for {@link #divide}
     * @param now time of the matches
     */
    public Matching match(
            Collection<Slot> slots,
            Collection<Submitter> submitters,
            Collection<Group> groups,
            ConcurrencyLimits limits,
            PreemptionPolicy policy,
            Instant now) {
        WeightsInUse inUse = WeightsInUse.of(slots);
        List<Submitter> holding = submitters.stream()
                .map(submitter -> submitter.withWeightInUse(inUse.weight(submitter.name())))
                .toList();
        GroupTree tree = new GroupTree(groups, holding);
        FreeSlots free = new FreeSlots(slots);
        double freeWeight = free.weight();
        ConcurrencyCounts counts = new ConcurrencyCounts(limits, slots);
        SlotHandout handout = new SlotHandout(free, counts);
        NegotiationCycle cycle = new NegotiationCycle(rules, inUse.pool(freeWeight, holding), tree, handout);
        cycle.run();
        List<Match> matches = new ArrayList<>(handout.matches());
        if (rules.preemption()) {
            matches.addAll(new Preemption(policy, tree, counts, now).match(slots));
        }
        return new Matching(matches, cycle.result(freeWeight));
    }
}
