package io.fairstream.rules.account;

import io.fairstream.rules.Sums;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.RealPriority;
import io.fairstream.rules.journal.RateChange;
import java.util.Comparator;
import java.util.List;

/**
 * Something that changes an account at an instant. Entries act in the order of their instants; at the same instant
 * edits act by kind and then by who decided, and changes of use act last.
 */
public sealed interface Entry {
    /** The order in which entries act; entries that are equal in it act in the order of their arrival. */
    Comparator<Entry> ORDER = Entry::compareInOrder;

    /** When it acts, milliseconds since 1970. */
    long at();

    /** Position among the kinds of entries of the same instant. */
    int rank();

    /** Who decided, or empty. */
    default String by() {
        return "";
    }

    /** Begin of what the entry is a part of. */
    default long since() {
        return at();
    }

    private static int compareInOrder(Entry one, Entry other) {
        int order = Long.compare(one.at(), other.at());
        if (order == 0) {
            order = Integer.compare(one.rank(), other.rank());
        }
        if (order == 0) {
            order = one.by().compareTo(other.by());
        }
        return order == 0 ? Long.compare(one.since(), other.since()) : order;
    }

    /** Changes a standing that was brought to {@link #at}. */
    void act(AccountState standing);

    /** Brings a standing to the entry's instant and changes it. */
    default void fold(AccountState standing, HalfLife halfLife) {
        standing.advance(at(), halfLife);
        standing.exists = true;
        act(standing);
    }

    /** From an instant on, so much more or less is in use. Changes of the same use at the same instant add up. */
    sealed interface UseChange extends Entry {
        /** Change of the number of matches held. */
        int resources();

        /** Change of the slot weight held. */
        double weight();

        /** Takes in a change that lies before what is remembered in order. */
        void actLate(AccountState standing, HalfLife halfLife);

        /** The sum of this and another change {@linkplain #isOfSameUse of the same use}. */
        UseChange plus(UseChange other);

        /** What undoes it at another instant. */
        UseChange opposite(long instant);

        /** The change that a charge means. */
        static UseChange of(RateChange charged) {
            return charged.isOfSubtree()
                    ? new SubtreeUse(charged.at(), charged.resources(), charged.weight(), charged.since())
                    : new Use(charged.at(), charged.resources(), charged.weight(), charged.since());
        }

        /** As it stands in the journal. */
        default RateChange charged() {
            return new RateChange(this instanceof SubtreeUse, at(), resources(), weight(), since());
        }

        default boolean isOfSameUse(Entry other) {
            return other.getClass() == getClass() && other.at() == at() && other.since() == since();
        }
    }

    /**
     * So much more or less is in use by the customer; by the direct members, if it is a group.
     *
     * @param since start of the match of which this is a part; a match that began before the customer was deleted does
     *     not count
     */
    record Use(long at, int resources, double weight, long since) implements UseChange {
        @Override
        public int rank() {
            return Integer.MAX_VALUE - 1;
        }

        @Override
        public void act(AccountState standing) {
            if (since >= standing.deleted) {
                standing.use(resources, weight);
            }
        }

        @Override
        public void actLate(AccountState standing, HalfLife halfLife) {
            standing.useLate(this, halfLife);
        }

        @Override
        public UseChange plus(UseChange other) {
            return new Use(at, Sums.add(resources, other.resources()), weight + other.weight(), since);
        }

        @Override
        public UseChange opposite(long instant) {
            return new Use(instant, -resources, -weight, since);
        }
    }

    /** So much more or less is in use in a group's subtree, below its direct members. Parameters as of {@link Use}. */
    record SubtreeUse(long at, int resources, double weight, long since) implements UseChange {
        @Override
        public int rank() {
            return Integer.MAX_VALUE;
        }

        @Override
        public void act(AccountState standing) {
            if (since >= standing.deleted) {
                standing.useInSubtree(resources, weight);
            }
        }

        @Override
        public void actLate(AccountState standing, HalfLife halfLife) {
            standing.subtreeUseLate(this, halfLife);
        }

        @Override
        public UseChange plus(UseChange other) {
            return new SubtreeUse(at, Sums.add(resources, other.resources()), weight + other.weight(), since);
        }

        @Override
        public UseChange opposite(long instant) {
            return new SubtreeUse(instant, -resources, -weight, since);
        }
    }

    /**
     * A factor, ceiling or floor is decided.
     *
     * @param value the factor, 1 or more; the ceiling in slot weight, or -1 for none; the floor in slot weight, 0 for
     *     none
     * @param until when it ends, milliseconds since 1970, or {@link Decision#FOR_GOOD}
     */
    record Decide(long at, String by, Decision.Kind kind, double value, long until) implements Entry {
        @Override
        public int rank() {
            return kind.rank();
        }

        @Override
        public void act(AccountState standing) {
            standing.decide(new Decision(kind, value, at, until));
        }
    }

    /** The leases of a kind end. */
    record CancelLease(long at, String by, Decision.Kind kind) implements Entry {
        @Override
        public int rank() {
            return 3;
        }

        @Override
        public void act(AccountState standing) {
            standing.cancelLeases(kind);
        }
    }

    /**
     * The real priority is set; below the floor counts as the floor.
     *
     * @param priority slot weight, 0 or more
     */
    record SetPriority(long at, String by, double priority) implements Entry {
        @Override
        public int rank() {
            return 4;
        }

        @Override
        public void act(AccountState standing) {
            standing.priority = Math.max(RealPriority.FLOOR, priority);
            standing.prioritySet = at;
        }
    }

    /**
     * The weighted accumulated usage is set; the unweighted one stays.
     *
     * @param weightedSeconds slot weight x seconds, 0 or more
     */
    record SetAccumulatedUsage(long at, String by, double weightedSeconds) implements Entry {
        @Override
        public int rank() {
            return 5;
        }

        @Override
        public void act(AccountState standing) {
            standing.setWeighted(weightedSeconds * 1000);
            standing.weightedSet = at;
        }
    }

    /** The begin of usage is set. */
    record SetBeginUsage(long at, String by, long beginUsage) implements Entry {
        @Override
        public int rank() {
            return 6;
        }

        @Override
        public void act(AccountState standing) {
            standing.beginUsage = beginUsage;
        }
    }

    /** The last usage is set; later use moves it on. */
    record SetLastUsage(long at, String by, long lastUsage) implements Entry {
        @Override
        public int rank() {
            return 7;
        }

        @Override
        public void act(AccountState standing) {
            standing.lastUsage = lastUsage;
        }
    }

    /** Both usages are 0 from now on, and usage begins now; the priority stays. */
    record ResetUsage(long at, String by) implements Entry {
        @Override
        public int rank() {
            return 8;
        }

        @Override
        public void act(AccountState standing) {
            standing.usageMillis = 0;
            standing.setWeighted(0);
            standing.beginUsage = at;
            standing.usageSet = at;
            standing.weightedSet = at;
        }
    }

    /** The customer is forgotten, and with it the use by matches made before. */
    record Delete(long at, String by) implements Entry {
        @Override
        public int rank() {
            return 9;
        }

        @Override
        public void act(AccountState standing) {
            standing.priority = RealPriority.FLOOR;
            standing.resources = 0;
            standing.setWeight(0);
            standing.subtreeResources = 0;
            standing.setSubtreeWeight(0);
            standing.usageMillis = 0;
            standing.setWeighted(0);
            standing.beginUsage = AccountState.NEVER;
            standing.lastUsage = AccountState.NEVER;
            standing.exists = false;
            standing.decisions = List.of();
            standing.prioritySet = at;
            standing.usageSet = at;
            standing.weightedSet = at;
            standing.deleted = at;
        }
    }
}
