package io.fairstream.client.negotiation;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Hierarchical group quotas of HTCondor.
 *
 * <p>One difference: HTCondor counts the unused quota of a group with children twice when quotas may be oversubscribed,
 * once for the group and once for the children. Here surplus is the unused quota of the whole subtree.
 */
final class GroupQuotas {
    private static final double ROUNDING = 1e-9;

    private final NegotiationRules rules;

    GroupQuotas(NegotiationRules rules) {
        this.rules = rules;
    }

    /** Sets the entitlement of every group for its request. */
    void share(GroupNode root, double poolWeight) {
        assign(root, poolWeight);
        shareFairly(root);
        if (rules.wholeSlots()) {
            recoverRemainders(root);
        }
    }

    /**
     * Assigns quotas from the top down: static children first, scaled to fit unless they may oversubscribe; dynamic
     * ones share the rest, scaled if their fractions exceed 1; the group itself keeps the remainder.
     */
    private void assign(GroupNode node, double weight) {
        double fixed = 0;
        double fractions = 0;
        for (GroupNode child : node.children()) {
            fixed += child.configured().staticWeight();
            fractions += child.configured().fraction();
        }
        double forFixed = rules.oversubscribed() ? fixed : Math.min(fixed, weight);
        double scale = fixed == 0 ? 0 : forFixed / fixed;
        double perFraction = Math.max(0, weight - forFixed) / Math.max(1, fractions);
        double given = 0;
        for (GroupNode child : node.children()) {
            double quota = child.configured().staticWeight() * scale
                    + child.configured().fraction() * perFraction;
            assign(child, quota);
            given += quota;
        }
        boolean keepsAll = rules.oversubscribed() && !node.isRoot();
        node.assign(weight, keepsAll ? weight : Math.max(0, weight - given));
    }

    /** Entitles each group to its request up to its quota, then distributes unused quotas from the bottom up. */
    private static void shareFairly(GroupNode node) {
        node.entitle(Math.min(node.requested(), node.quota()));
        node.children().forEach(GroupQuotas::shareFairly);
        distribute(node, node.subtreeQuota() - node.subtreeEntitled());
    }

    /** Gives surplus to the group and to descendants that accept surplus: by quota, then equally to those without quota. */
    private static void distribute(GroupNode node, double surplus) {
        if (surplus <= 0) {
            return;
        }
        List<GroupNode> takers = Stream.concat(
                        node.children().stream().filter(GroupNode::acceptsSurplus), Stream.of(node))
                .toList();
        double[] most = takers.stream()
                .mapToDouble(taker -> taker == node ? node.unmet() : wanted(taker))
                .toArray();
        double[] quotas = takers.stream()
                .mapToDouble(taker -> taker == node ? node.quota() : taker.subtreeQuota())
                .toArray();
        double[] given = byQuota(surplus, quotas, most);
        for (int i = 0; i < given.length; i++) {
            if (takers.get(i) == node) {
                node.entitle(node.entitled() + given[i]);
            } else {
                distribute(takers.get(i), given[i]);
            }
        }
    }

    private static double[] byQuota(double surplus, double[] quotas, double[] most) {
        double[] first = new double[most.length];
        double[] weights = new double[most.length];
        for (int i = 0; i < most.length; i++) {
            first[i] = quotas[i] > 0 ? most[i] : 0;
            weights[i] = quotas[i] > 0 ? quotas[i] : 1;
        }
        double[] given = PieSpin.cut(surplus, weights, new double[most.length], first);
        double left = surplus;
        double[] rest = new double[most.length];
        for (int i = 0; i < most.length; i++) {
            left -= given[i];
            weights[i] = 1;
            rest[i] = quotas[i] > 0 ? 0 : most[i];
        }
        double[] more = PieSpin.cut(left, weights, new double[most.length], rest);
        for (int i = 0; i < most.length; i++) {
            given[i] += more[i];
        }
        return given;
    }

    /** Returns the surplus that a subtree would take. */
    private static double wanted(GroupNode node) {
        return node.unmet()
                + node.children().stream()
                        .filter(GroupNode::acceptsSurplus)
                        .mapToDouble(GroupQuotas::wanted)
                        .sum();
    }

    /** Cuts entitlements to whole slots and gives the recovered slots in turn, least recently served first. */
    private static double recoverRemainders(GroupNode node) {
        double whole = Math.floor(node.entitled() + ROUNDING);
        double surplus = node.entitled() - whole;
        node.entitle(whole);
        for (GroupNode child : node.children()) {
            surplus += recoverRemainders(child);
        }
        Optional<GroupNode> next = nextInTurn(node);
        while (surplus >= 1 - ROUNDING && next.isPresent()) {
            next.get().entitleRemainder();
            surplus--;
            next = nextInTurn(node);
        }
        return surplus;
    }

    private static Optional<GroupNode> nextInTurn(GroupNode node) {
        return takers(node)
                .filter(taker -> taker.unmet() >= 1 - ROUNDING)
                .min(Comparator.comparing(GroupNode::hasRemainder)
                        .thenComparing(GroupNode::lastRemainder)
                        .thenComparing(GroupNode::name));
    }

    private static Stream<GroupNode> takers(GroupNode node) {
        return Stream.concat(
                Stream.of(node),
                node.children().stream().filter(GroupNode::acceptsSurplus).flatMap(GroupQuotas::takers));
    }
}
