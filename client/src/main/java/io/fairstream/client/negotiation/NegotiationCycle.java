package io.fairstream.client.negotiation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** One division of a pool: order and amounts of the groups' negotiations. */
final class NegotiationCycle {
    /** Odd constant that spreads hashes of names over all bits. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final NegotiationRules rules;
    private final Pool pool;
    private final GroupTree tree;
    private final Handout handout;

    NegotiationCycle(NegotiationRules rules, Pool pool, GroupTree tree, Handout handout) {
        this.rules = rules;
        this.pool = pool;
        this.tree = tree;
        this.handout = handout;
    }

    /** Satisfies the floors in all groups, then the demand of each group in order; divides unmatched entitlements in further rounds. */
    void run() {
        tree.root().subtree().forEach(GroupNode::request);
        shareQuotas();
        tree.inOrder().forEach(this::setFairShares);
        SubmitterShares dues = new SubmitterShares(tree.inOrder(), pool);
        if (rules.preemption()) {
            dues.divide();
        }
        give();
        for (int round = 1; round < rules.rounds() && handout.left() > 0 && cutRequests(); round++) {
            shareQuotas();
            give();
        }
        if (rules.preemption()) {
            dues.claim();
        }
    }

    private void shareQuotas() {
        new GroupQuotas(rules).share(tree.root(), pool.weight());
    }

    private void give() {
        List<GroupNode> groups = tree.inOrder();
        groups.forEach(group -> handout.give(group.members(), room(group), Claimant::floorAtMost));
        groups.forEach(group -> handout.give(players(group), room(group), Claimant::most));
    }

    /**
     * Cuts the requests of groups that could not match their entitlement and for which no slot fits any more. If there
     * are none, cuts that of the first group with an unmatched entitlement, so that other groups can use it.
     */
    private boolean cutRequests() {
        List<GroupNode> wanting =
                tree.inOrder().stream().filter(GroupNode::hasRest).toList();
        List<GroupNode> stuck = wanting.stream().filter(GroupNode::isStuck).toList();
        (stuck.isEmpty() ? wanting.stream().limit(1).toList() : stuck).forEach(GroupNode::requestNoMore);
        return !wanting.isEmpty();
    }

    private void setFairShares(GroupNode group) {
        double pie = Math.min(pool.weight(), group.pie());
        List<Claimant> dividers = group.members().stream().filter(this::divides).toList();
        double sum = dividers.stream().mapToDouble(Claimant::weight).sum();
        dividers.forEach(claimant -> claimant.setFairShare(claimant.weight() / sum, pie));
        group.sort(pickingOrder(rules.seed()));
    }

    private boolean divides(Claimant claimant) {
        Submitter submitter = claimant.submitter;
        return !submitter.skipped() && (rules.preemption() || submitter.demand() > 0);
    }

    private double room(GroupNode group) {
        return isOpen(group) ? handout.left() : group.room(Claimant::sumOfTotals);
    }

    /** Returns true if the group is the root and negotiates for the whole pool. */
    private boolean isOpen(GroupNode group) {
        return group.isRoot() && tree.regroups();
    }

    /** Returns the submitters that negotiate in a group's turn. */
    private List<Claimant> players(GroupNode group) {
        if (!isOpen(group)) {
            return group.members();
        }
        Stream<Claimant> regrouped =
                group.subtree().filter(GroupNode::autoregroups).flatMap(other -> other.members().stream());
        return Stream.concat(group.members().stream(), regrouped)
                .sorted(pickingOrder(rules.seed()))
                .toList();
    }

    NegotiationResult result(double free) {
        List<NegotiationResult.Award> awards = new ArrayList<>();
        double allocated = 0;
        for (GroupNode group : tree.inOrder()) {
            RejectReason competing = isFull(group) ? RejectReason.GROUP_QUOTA : RejectReason.SHARE;
            boolean gotNothing = group.members().stream().allMatch(member -> member.given() == 0);
            for (Claimant claimant : group.members()) {
                RejectReason empty = gotNothing ? RejectReason.POOL_FULL : RejectReason.OVER_SHARE;
                boolean isShare = competing == RejectReason.SHARE && claimant.given() == 0;
                awards.add(claimant.award(isShare ? empty : competing));
                allocated += claimant.given();
            }
        }
        return new NegotiationResult(
                awards, tree.inOrder().stream().map(GroupNode::award).toList(), free, allocated);
    }

    private boolean isFull(GroupNode group) {
        return group.isBounded() && group.room(Claimant::sumOfTotals) <= PieSpin.ROUNDING * pool.weight();
    }

    /** Order of submitters: best effective priority, best job priority, most starved; then random by the seed. */
    private static Comparator<Claimant> pickingOrder(long seed) {
        ToDoubleFunction<Claimant> priority = claimant -> claimant.submitter.effectivePriority();
        return Comparator.comparingDouble(priority)
                .thenComparing(Comparator.<Claimant>comparingInt(claimant -> claimant.submitter.jobPriority())
                        .reversed())
                .thenComparingDouble(Claimant::starvation)
                .thenComparingInt(claimant -> lot(claimant.submitter.name(), seed))
                .thenComparing(claimant -> claimant.submitter.name());
    }

    private static int lot(String name, long seed) {
        return (int) (((name.hashCode() ^ seed) * SPREAD) >>> 32);
    }
}
