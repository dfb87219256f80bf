package io.fairstream.rules.priority;

import io.fairstream.rules.Sums;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.ChargeSums;
import io.fairstream.rules.journal.Entry.RateChange;
import io.fairstream.rules.priority.AccountState.InUse;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The tree of accounting groups, HTCondor's {@code GROUP_NAMES}. Dots separate the levels, so that {@code physics.theory} is within
 * {@code physics}. The root is {@link #ROOT}. Group names are case-insensitive, customers are not.
 */
public final class Groups {
    /** The root, the group of all customers that are in no other group. */
    public static final String ROOT = "<none>";

    /** No groups: no customer has a parent, and there is no root. */
    public static final Groups EMPTY = new Groups(new TreeMap<>());

    private static final String NAME = "[^@.,=\\s\\p{Cntrl}]+(\\.[^@.,=\\s\\p{Cntrl}]+)*";

    /** Configured names of the groups, by name in lower case. */
    private final Map<String, String> names;

    private Groups(Map<String, String> names) {
        this.names = names;
    }

    /**
     * Groups by name.
     *
     * @throws IllegalArgumentException with the expected value, if a name is invalid, duplicate, or within a missing group
     */
    public static Groups of(Collection<String> names) {
        Map<String, String> byLowerCase = new TreeMap<>();
        for (String name : names) {
            require(name.matches(NAME) && !name.equals(ROOT), "names without blanks, '@', ',' or '=' and not " + ROOT);
            require(byLowerCase.put(lower(name), name) == null, "\"" + name + "\" only once, in whatever case");
        }
        for (String name : byLowerCase.values()) {
            int dot = name.lastIndexOf('.');
            String around = name.substring(0, Math.max(0, dot));
            require(
                    dot < 0 || byLowerCase.containsKey(lower(around)),
                    "also \"" + around + "\", around \"" + name + "\"");
        }
        return new Groups(byLowerCase);
    }

    private static void require(boolean isSo, String expectation) {
        if (!isSo) {
            throw new IllegalArgumentException(expectation);
        }
    }

    public boolean isEmpty() {
        return names.isEmpty();
    }

    /** All groups by their configured names, the root included; empty if no group is configured. */
    public List<String> all() {
        List<String> all = new ArrayList<>(names.values());
        if (!isEmpty()) {
            all.add(ROOT);
        }
        return all;
    }

    /** Returns true if a customer is a group in its configured spelling. */
    public boolean isGroup(String customer) {
        return !isEmpty() && customer.equals(spelling(customer));
    }

    /** Returns the configured spelling of a group's name, or null if there is no such group. */
    public @Nullable String spelling(String name) {
        if (isEmpty()) {
            return null;
        }
        return name.equals(ROOT) ? ROOT : names.get(lower(name));
    }

    /**
     * Returns the group of a customer: for a group, the group itself; for a submitter {@code group.user@domain}, the deepest existing group
     * along its name; for others the root. Null if there are no groups.
     */
    public @Nullable String assigned(String customer) {
        String group = spelling(customer);
        return group != null || isEmpty() ? group : deepest(path(customer));
    }

    /** Returns the group one level up; for a submitter, its assigned group; null for the root, or without groups. */
    public @Nullable String parent(String customer) {
        String group = spelling(customer);
        if (group == null) {
            return assigned(customer);
        }
        if (group.equals(ROOT)) {
            return null;
        }
        int dot = group.lastIndexOf('.');
        return dot < 0 ? ROOT : names.get(lower(group.substring(0, dot)));
    }

    /**
     * Returns the account that is also charged for a customer's charges, so that priorities of groups follow the use of their subtrees;
     * null for none. The root is charged for its direct members only, as in HTCondor.
     */
    public @Nullable String charged(String customer) {
        String parent = parent(customer);
        return ROOT.equals(parent) && isGroup(customer) ? null : parent;
    }

    /**
     * Converts a customer's change of use to a change for the group that is {@linkplain #charged charged} for it, too. The result depends
     * on the names only, so that a move after a change of the tree takes back exactly the charges made: submitters have an {@code @} or are
     * in the root; groups have none, and the root is not charged for them.
     */
    public static RateChange passedOn(String customer, String group, RateChange change) {
        boolean isOfSubtree = customer.indexOf('@') < 0 && !group.equals(ROOT);
        return new RateChange(isOfSubtree, change.at(), change.resources(), change.weight(), change.since());
    }

    private static String path(String submitter) {
        int at = submitter.lastIndexOf('@');
        int dot = at < 0 ? -1 : submitter.lastIndexOf('.', at);
        return dot < 0 ? "" : submitter.substring(0, dot);
    }

    private String deepest(String path) {
        String deepest = ROOT;
        for (int dot = path.indexOf('.'); ; dot = path.indexOf('.', dot + 1)) {
            String group = names.get(lower(dot < 0 ? path : path.substring(0, dot)));
            if (group == null) {
                return deepest;
            }
            deepest = group;
            if (dot < 0) {
                return deepest;
            }
        }
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof Groups groups && groups.names.equals(names));
    }

    @Override
    public int hashCode() {
        return names.hashCode();
    }

    @Override
    public String toString() {
        return String.join(",", names.values());
    }

    /**
     * The group charged for a customer, and the sum of these charges: when the configured groups change, this sum is moved to another
     * group. The charges do not depend on the customer's edits; the deletion of a customer does not change its group. Mutable; one owner.
     */
    public static final class Membership {
        private @Nullable String group;
        private InUse charged;
        private long moved;
        private @Nullable Groups placed;

        public Membership() {
            this(null, InUse.EMPTY, AccountState.NEVER);
        }

        /**
         * @param charged sum of all charges so far
         * @param moved instant at which use was moved to the group, or {@link AccountState#NEVER}
         */
        public Membership(@Nullable String group, InUse charged, long moved) {
            this.group = group;
            this.charged = charged;
            this.moved = moved;
        }

        /** The group that is charged too, or null. */
        public @Nullable String group() {
            return group;
        }

        InUse charged() {
            return charged;
        }

        long moved() {
            return moved;
        }

        /** True if no charged resource is still in use. */
        public boolean isIdle() {
            return charged.resources() == 0;
        }

        /** Records a change of the customer's use; returns the change for the group, or null without a group. */
        public @Nullable RateChange passOn(String customer, RateChange change) {
            charged = charged.plus(change);
            return group == null ? null : Groups.passedOn(customer, group, sinceMoved(change));
        }

        /**
         * Adjusts a change to the group's view: the group has the customer's use from the move on, and a match that began before began at
         * the move. This holds for changes that come out of order, too: the group's charges are the same whenever they come, and a
         * deletion of the group counts both begin and end of a match, or neither.
         */
        private RateChange sinceMoved(RateChange change) {
            return change.since() < moved
                    ? new RateChange(Math.max(change.at(), moved), change.resources(), change.weight(), moved)
                    : change;
        }

        /** Returns true if the customer was moved to its group of this tree. */
        public boolean isPlacedIn(Groups groups) {
            return groups.equals(placed);
        }

        /**
         * Makes the customer a member of the configured group, and charges both groups with the move of its use, unless nothing is in use
         * or the group is the same.
         *
         * @param at the instant of the move, not before any earlier change of use
         */
        public void move(String customer, Groups groups, long at, ChargeSums sums, Cause cause) {
            placed = groups;
            String next = groups.charged(customer);
            if (Objects.equals(next, group)) {
                return;
            }
            if (group != null && charged.resources() != 0) {
                sums.addGroup(group, Groups.passedOn(customer, group, inUse(at, -1)), cause);
            }
            if (next != null && charged.resources() != 0) {
                sums.addGroup(next, Groups.passedOn(customer, next, inUse(at, 1)), cause);
            }
            group = next;
            moved = charged.resources() == 0 ? moved : at;
        }

        private RateChange inUse(long at, int sign) {
            double weight = sign * charged.weight().value();
            return new RateChange(at, Sums.whole(sign * charged.resources()), weight, at);
        }
    }
}
