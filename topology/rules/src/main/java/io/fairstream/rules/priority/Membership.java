package io.fairstream.rules.priority;

import io.fairstream.rules.Sums;
import io.fairstream.rules.journal.RateChange;
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
    private InUse charged = InUse.NONE;
    private long moved = AccountState.NEVER;
    private @Nullable Groups placed;

    /** A customer of whom nothing is known. */
    public Membership() {}

    /** A change of use for a group. */
    public record Charge(String group, RateChange change) {}

    /**
     * All there is to a membership, to keep it.
     *
     * @param charged all charged so far
     * @param moved when something in use came to the group from elsewhere, or {@link AccountState#NEVER}
     */
    public record Snapshot(@Nullable String group, InUse charged, long moved) {}

    /** A membership as it was kept. */
    public static Membership of(Snapshot kept) {
        Membership membership = new Membership();
        membership.group = kept.group;
        membership.charged = kept.charged;
        membership.moved = kept.moved;
        return membership;
    }

    public Snapshot snapshot() {
        return new Snapshot(group, charged, moved);
    }

    /** True if no charged resource is still in use. */
    public boolean isIdle() {
        return charged.resources() == 0;
    }

    /** Takes in a change of the customer's use, which is the group's, too: the charge for the group, or null without one. */
    public @Nullable Charge passOn(String customer, RateChange change) {
        charged = charged.plus(change);
        return group == null ? null : new Charge(group, Groups.passedOn(customer, group, sinceMoved(change)));
    }

    /** For the group, what came to it from elsewhere began then. */
    private RateChange sinceMoved(RateChange change) {
        return change.since() < moved && change.at() >= moved
                ? new RateChange(change.at(), change.resources(), change.weight(), moved)
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
        if (group != null && charged.resources() != 0) {
            charges.add(new Charge(group, Groups.passedOn(customer, group, inUse(at, -1))));
        }
        if (next != null && charged.resources() != 0) {
            charges.add(new Charge(next, Groups.passedOn(customer, next, inUse(at, 1))));
        }
        group = next;
        moved = charged.resources() == 0 ? moved : at;
        return charges;
    }

    private RateChange inUse(long at, int sign) {
        return new RateChange(
                at,
                Sums.whole(sign * charged.resources()),
                sign * charged.weight().value(),
                at);
    }
}
