package io.fairstream.client.negotiation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A group in the tree, with its members and its entitlement; a null group is the root. */
final class GroupNode {
    private final @Nullable Group group;
    private final @Nullable GroupNode parent;
    private final List<GroupNode> children = new ArrayList<>();
    private final List<Claimant> members = new ArrayList<>();

    private double quota;
    private double subtreeQuota;
    private double asked;
    private double requested;
    private double entitled;
    private boolean remainder;

    GroupNode(@Nullable Group group, @Nullable GroupNode parent) {
        this.group = group;
        this.parent = parent;
        if (parent != null) {
            parent.children.add(this);
        }
    }

    void add(Submitter submitter) {
        members.add(new Claimant(submitter, this));
    }

    String name() {
        return group == null ? Group.ROOT : group.name();
    }

    boolean isRoot() {
        return group == null;
    }

    int depth() {
        return parent == null ? 0 : 1 + parent.depth();
    }

    /** Returns true if the group accepts surplus; the root always does. */
    boolean acceptsSurplus() {
        return group == null || group.acceptsSurplus();
    }

    boolean autoregroups() {
        return group != null && group.autoregroup();
    }

    /** Returns true if the group's members get nothing beyond the group's entitlement. */
    boolean isBounded() {
        return group != null && !group.autoregroup();
    }

    /** Returns the quota of a group below the root. */
    Quota configured() {
        return group == null ? new Quota.Dynamic(1) : group.quota();
    }

    long lastRemainder() {
        return group == null ? 0 : group.lastRemainder();
    }

    List<GroupNode> children() {
        return Collections.unmodifiableList(children);
    }

    List<Claimant> members() {
        return Collections.unmodifiableList(members);
    }

    void sort(Comparator<Claimant> order) {
        members.sort(order);
    }

    Stream<GroupNode> subtree() {
        return Stream.concat(Stream.of(this), children.stream().flatMap(GroupNode::subtree));
    }

    double inUse() {
        return members.stream().mapToDouble(Claimant::inUse).sum();
    }

    double total() {
        return members.stream().mapToDouble(Claimant::total).sum();
    }

    /** Sets the request to the sum of the members' holdings and demands. */
    void request() {
        requested = members.stream().mapToDouble(Claimant::most).sum();
        asked = requested;
    }

    /** Returns true if the group could not match its whole entitlement. */
    boolean hasRest() {
        return total() < entitled * (1 - PieSpin.ROUNDING);
    }

    /** Returns true if the group's members could not use more room. */
    boolean isStuck() {
        return members.stream().allMatch(Claimant::isStuck);
    }

    /** Cuts the request to the matched amount, so that others get the rest in the next round. */
    void requestNoMore() {
        requested = total();
    }

    void assign(double forSubtree, double forMembers) {
        subtreeQuota = forSubtree;
        quota = forMembers;
    }

    double quota() {
        return quota;
    }

    double subtreeQuota() {
        return subtreeQuota;
    }

    double requested() {
        return requested;
    }

    double unmet() {
        return requested - entitled;
    }

    double entitled() {
        return entitled;
    }

    void entitle(double weight) {
        entitled = weight;
        remainder = false;
    }

    void entitleRemainder() {
        entitled++;
        remainder = true;
    }

    boolean hasRemainder() {
        return remainder;
    }

    double subtreeEntitled() {
        return subtree().mapToDouble(GroupNode::entitled).sum();
    }

    /** Returns the slot weight that all members together divide: the entitlement, at least the quota. */
    double pie() {
        return Math.max(entitled, quota);
    }

    /**
     * Returns the additional slot weight that the members may hold. A group that does not accept surplus never exceeds its quota,
     * together with its descendants ({@code NEGOTIATOR_STRICT_ENFORCE_QUOTA}).
     */
    double room(Measure held) {
        double room = pie() - held.of(members);
        for (GroupNode above = this; above != null; above = above.parent) {
            if (!above.acceptsSurplus()) {
                double subtree = above.subtree()
                        .mapToDouble(node -> held.of(node.members))
                        .sum();
                room = Math.min(room, above.subtreeQuota - subtree);
            }
        }
        return Math.max(0, room);
    }

    /** Sum over claimants, of either their totals or their dues. */
    interface Measure {
        double of(List<Claimant> claimants);
    }

    NegotiationResult.GroupAward award() {
        return new NegotiationResult.GroupAward(
                name(), quota, subtreeQuota, inUse(), asked, entitled, total() - inUse(), remainder);
    }
}
