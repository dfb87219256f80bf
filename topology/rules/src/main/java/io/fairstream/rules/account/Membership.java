package io.fairstream.rules.account;

import io.fairstream.rules.Sums;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The group that is charged for what a customer is charged, and how much that is by now: when the configured groups
 * change, so much is moved to another group. What is passed on does not depend on the customer's edits; to delete a
 * customer takes nothing from its group.
 *
 * <p>Mutable; one owner.
 */
public final class Membership {
    private @Nullable String group;
    private long resources;
    private double weight;
    private double weightError;
    private long moved = AccountState.NEVER;
    private @Nullable Groups placed;

    /** A customer of whom nothing is known. */
    public Membership() {}

    /** A change of use for a group. */
    public record Charge(String group, Entry.UseChange change) {}

    /**
     * All there is to a membership, to keep it. Everything charged so far adds up to the resources and the weight.
     *
     * @param moved when something in use came to the group from elsewhere, or {@link AccountState#NEVER}
     */
    public record Snapshot(@Nullable String group, long resources, double weight, double weightError, long moved) {}

    /** A membership as it was kept. */
    public static Membership of(Snapshot kept) {
        Membership membership = new Membership();
        membership.group = kept.group;
        membership.resources = kept.resources;
        membership.weight = kept.weight;
        membership.weightError = kept.weightError;
        membership.moved = kept.moved;
        return membership;
    }

    public Snapshot snapshot() {
        return new Snapshot(group, resources, weight, weightError, moved);
    }

    /** Whether nothing that was charged is still in use. */
    public boolean isIdle() {
        return resources == 0;
    }

    /** Takes in a change of the customer's use, which is the group's, too: the charge for the group, or null without one. */
    public @Nullable Charge passOn(String customer, Entry.UseChange change) {
        resources = Sums.add(resources, (long) change.resources());
        weightError += Rounding.lost(weight, change.weight());
        weight += change.weight();
        return group == null ? null : new Charge(group, Groups.passedOn(customer, group, sinceMoved(change)));
    }

    /** For the group, what came to it from elsewhere began then. */
    private Entry.UseChange sinceMoved(Entry.UseChange change) {
        return change.since() < moved && change.at() >= moved
                ? new Entry.Use(change.at(), change.resources(), change.weight(), moved)
                : change;
    }

    /**
     * Makes the customer a member of the group that the configuration says: the charges that move what is in use from one
     * group to the other, none if nothing is or the group is the same.
     *
     * @param at the instant of the move, not before any change of use so far
     */
    public List<Charge> move(String customer, Groups groups, long at) {
        if (groups.equals(placed)) {
            return List.of();
        }
        placed = groups;
        String next = groups.charged(customer);
        if (Objects.equals(next, group)) {
            return List.of();
        }
        List<Charge> charges = new ArrayList<>();
        if (group != null && resources != 0) {
            charges.add(new Charge(group, Groups.passedOn(customer, group, inUse(at, -1))));
        }
        if (next != null && resources != 0) {
            charges.add(new Charge(next, Groups.passedOn(customer, next, inUse(at, 1))));
        }
        group = next;
        moved = resources == 0 ? moved : at;
        return charges;
    }

    private Entry.UseChange inUse(long at, int sign) {
        return new Entry.Use(at, Sums.whole(sign * resources), sign * (weight + weightError), at);
    }
}
