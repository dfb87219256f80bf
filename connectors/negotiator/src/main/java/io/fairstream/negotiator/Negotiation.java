package io.fairstream.negotiator;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

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
     * Divides a pool that can be cut anywhere.
     *
     * @param submitters all who hold or want something
     * @param groups all of them, with those above; none for a pool without groups
     * @throws IllegalArgumentException for a name that is there twice and a group that is not there
     */
    public Allocation divide(Pool pool, Collection<Submitter> submitters, Collection<Group> groups) {
        GroupTree tree = new GroupTree(groups, submitters);
        tree.root().subtree().forEach(GroupNode::request);
        new GroupQuotas(rules).share(tree.root(), pool.weight());
        Division division = new Division(pool, tree);
        division.give();
        return division.result();
    }

    /** The order in which submitters pick: best priority, best job, most starved; then by lot. */
    Comparator<Claimant> order() {
        ToDoubleFunction<Claimant> priority = claimant -> claimant.submitter.effectivePriority();
        return Comparator.comparingDouble(priority)
                .thenComparing(Comparator.<Claimant>comparingInt(claimant -> claimant.submitter.jobPriority())
                        .reversed())
                .thenComparingDouble(Claimant::starvation)
                .thenComparingInt(claimant -> lot(claimant.submitter.name()))
                .thenComparing(claimant -> claimant.submitter.name());
    }

    private int lot(String name) {
        long mixed = (name.hashCode() ^ rules.seed()) * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 32);
    }

    /** The state of one division. */
    private final class Division {
        private final Pool pool;
        private final GroupTree tree;
        private final List<GroupNode> groups;
        private final double free;
        private double left;

        Division(Pool pool, GroupTree tree) {
            this.pool = pool;
            this.tree = tree;
            this.groups = tree.inOrder();
            double used = groups.stream().mapToDouble(GroupNode::inUse).sum();
            this.free = Math.max(0, pool.weight() - pool.usedByOthers() - used);
            this.left = free;
        }

        void give() {
            groups.forEach(this::setFairShares);
            groups.forEach(group -> give(group.members(), room(group), Claimant::floorAtMost));
            groups.forEach(group -> give(players(group), room(group), Claimant::most));
            if (rules.preemption()) {
                new Dues(groups, pool).claim();
            }
        }

        private void setFairShares(GroupNode group) {
            double pie = Math.min(pool.weight(), group.pie());
            List<Claimant> dividers =
                    group.members().stream().filter(this::divides).toList();
            double sum = dividers.stream().mapToDouble(Claimant::weight).sum();
            dividers.forEach(claimant -> claimant.setFairShare(claimant.weight() / sum, pie));
            group.sort(order());
        }

        private boolean divides(Claimant claimant) {
            Submitter submitter = claimant.submitter;
            return !submitter.skipped() && (rules.preemption() || submitter.demand() > 0);
        }

        private double room(GroupNode group) {
            return group.isRoot() && tree.regroups() ? left : Math.min(left, group.room(Claimant::sumOfTotals));
        }

        /** Who negotiates when it is a group's turn. */
        private List<Claimant> players(GroupNode group) {
            if (!group.isRoot()) {
                return group.members();
            }
            Stream<Claimant> regrouped =
                    groups.stream().filter(GroupNode::autoregroups).flatMap(other -> other.members().stream());
            return Stream.concat(group.members().stream(), regrouped).toList();
        }

        private void give(List<Claimant> players, double room, ToDoubleFunction<Claimant> most) {
            double[] totals = Pie.cut(
                    room,
                    players.stream().mapToDouble(Claimant::weight).toArray(),
                    players.stream().mapToDouble(Claimant::total).toArray(),
                    players.stream()
                            .mapToDouble(claimant -> Math.max(claimant.total(), most.applyAsDouble(claimant)))
                            .toArray());
            for (int i = 0; i < totals.length; i++) {
                left -= totals[i] - players.get(i).total();
                players.get(i).setTotal(totals[i]);
            }
        }

        Allocation result() {
            List<Allocation.Award> awards = new ArrayList<>();
            for (GroupNode group : groups) {
                group.members().forEach(claimant -> awards.add(claimant.award(reason(claimant))));
            }
            List<Allocation.GroupAward> groupAwards =
                    groups.stream().map(GroupNode::award).toList();
            return new Allocation(awards, groupAwards, free, free - left);
        }

        private Stopped reason(Claimant claimant) {
            boolean isCapped = !claimant.group.isRoot() && !claimant.group.autoregroups();
            if (isCapped && claimant.group.room(Claimant::sumOfTotals) <= Pie.ROUNDING * pool.weight()) {
                return Stopped.GROUP_QUOTA;
            }
            if (claimant.given() > 0) {
                return Stopped.SHARE;
            }
            return claimant.group.members().stream().allMatch(member -> member.given() == 0)
                    ? Stopped.POOL_FULL
                    : Stopped.OVER_SHARE;
        }
    }
}
