package io.fairstream.negotiator;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Divides a pool among submitters in inverse proportion to their effective priorities, as HTCondor's negotiator does: who has
 * half the EUP gets twice as much, and what one cannot use is repartitioned among the others by the same rule.
 *
 * <p>What somebody holds already counts: {@code limit = max(0, share·pool - in use)}. Floors come before everything else, then
 * each group in turn has what its quota and the surplus of others allow, members of autoregrouping groups last compete for all
 * that is left.
 *
 * <p>Guaranteed, for any input (slot weight, up to rounding):
 * <ul>
 *   <li>without groups, what is given is the smaller of what is free and what is wanted;
 *   <li>nobody gets more than wanted, or holds more than the ceiling because of it;
 *   <li>nobody who wants it has less than the floor while another of the same group is given more than its floor;
 *   <li>who has the same EUP, use and demand as another gets the same;
 *   <li>all EUPs multiplied by the same number change nothing.
 * </ul>
 *
 * <p>Where it differs from HTCondor: HTCondor's later spins hand out first come, first served, so that of two equals the one
 * who picks first gets more of what a third left; its ceilings can be exceeded by a slot, and its floor round can give the
 * floor on top of what is in use. Here every spin is fair, ceilings hold, floors are what is held in the end.
 */
public final class Negotiation {
    private final NegotiationRules rules;

    public Negotiation(NegotiationRules rules) {
        this.rules = rules;
    }

    /**
     * Divides a pool that can be cut anywhere. Concurrency limits and ranks of machines, which only slots have, play no part.
     *
     * @param submitters all who hold or want something
     * @param groups all of them, with those above; none for a pool without groups
     * @throws IllegalArgumentException for a name that is there twice and a group that is not there
     */
    public Allocation divide(Pool pool, Collection<Submitter> submitters, Collection<Group> groups) {
        GroupTree tree = new GroupTree(groups, submitters);
        double used = submitters.stream().mapToDouble(Submitter::weightInUse).sum();
        double free = Math.max(0, pool.weight() - pool.usedByOthers() - used);
        Division division = new Division(rules, pool, tree, new PieHandout(free));
        division.run();
        return division.result(free);
    }

    /**
     * Gives whole slots to submitters, free ones first; then, if the rules consider preemption, slots that others hold.
     *
     * <p>What {@link #divide} guarantees holds as far as slots can be: equals may differ by one slot. Demand, ceilings, quotas and
     * concurrency limits are never exceeded, also not by a part of a slot. A demand is weight: a slot heavier than what is still
     * wanted is not given.
     *
     * @param slots all that this negotiator sees, free or held
     * @param submitters all who hold or want something; their use is what they hold of these slots, whatever they say themselves
     * @param groups as for {@link #divide}
     * @param now when the matches are made
     */
    public Matching match(
            Collection<Slot> slots,
            Collection<Submitter> submitters,
            Collection<Group> groups,
            ConcurrencyLimits limits,
            PreemptionPolicy policy,
            Instant now) {
        Holders holders = Holders.of(slots);
        List<Submitter> holding = submitters.stream()
                .map(submitter -> submitter.withWeightInUse(holders.weight(submitter.name())))
                .toList();
        GroupTree tree = new GroupTree(groups, holding);
        FreeSlots free = new FreeSlots(slots);
        double freeWeight = free.weight();
        ConcurrencyCounts counts = new ConcurrencyCounts(limits, slots);
        SlotHandout handout = new SlotHandout(free, counts);
        Division division = new Division(rules, holders.pool(freeWeight, holding), tree, handout);
        division.run();
        List<Match> matches = new ArrayList<>(handout.matches());
        if (rules.preemption()) {
            matches.addAll(new Preemption(policy, tree, counts, now).match(slots));
        }
        return new Matching(matches, division.result(freeWeight));
    }
}
