package io.fairstream.rules.priority;

import io.fairstream.rules.Sums;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.HalfLife.RealPriority;
import io.fairstream.rules.journal.Entry.CustomerEntry;
import io.fairstream.rules.journal.Entry.RateChange;
import io.fairstream.rules.priority.Edit.Decision;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A customer's priority and usage at one instant.
 *
 * @param asOf the instant of the numbers, milliseconds since 1970, or {@link #NEVER} before the first entry
 * @param priority real priority in slot weight; below {@link RealPriority#FLOOR} after late entries only
 * @param own use by the customer; for a group, by its direct members
 * @param below use in a group's subtree, below its direct members: it counts for the priority but not for usages
 * @param exists whether the customer exists: it has entries since its deletion, if any
 * @param decisions decisions in the order of their instants
 */
public record AccountState(
        long asOf,
        double priority,
        InUse own,
        InUse below,
        Usage usage,
        boolean exists,
        Cutoffs cutoffs,
        List<Decision> decisions) {
    /** No such instant. */
    public static final long NEVER = Long.MIN_VALUE;

    public static final AccountState UNKNOWN = new Next(NEVER, NEVER).state();

    /**
     * Use over time.
     *
     * @param resourceMillis resources x milliseconds, which stop at the largest long
     * @param weightedMillis slot weight x milliseconds
     * @param begin of the first use since the last reset, milliseconds since 1970, or {@link #NEVER}
     * @param last instant of use, milliseconds since 1970, or {@link #NEVER}
     */
    public record Usage(long resourceMillis, CompensatedSum weightedMillis, long begin, long last) {
        static final Usage EMPTY = new Usage(0, CompensatedSum.ZERO, NEVER, NEVER);

        /** Returns the usage after constant use between two instants. */
        Usage plus(InUse used, long from, long to) {
            return new Usage(
                    Sums.add(resourceMillis, Sums.product(used.resources(), to - from)),
                    weightedMillis.plus(used.weight().value() * (to - from)),
                    used.resources() > 0 && begin == NEVER ? from : begin,
                    used.resources() > 0 ? to : last);
        }

        Usage withWeighted(double millis) {
            return new Usage(resourceMillis, new CompensatedSum(millis, 0), begin, last);
        }
    }

    /**
     * Instants at which values were last set, milliseconds since 1970, or {@link #NEVER}; earlier use does not count in these values.
     *
     * @param deleted instant of the customer's last deletion
     */
    public record Cutoffs(long priority, long usage, long weighted, long deleted) {}

    /** The next state while it is computed. Mutable; one owner. */
    private static final class Next {
        private long asOf;
        private double priority = RealPriority.FLOOR;
        private InUse own = InUse.EMPTY;
        private InUse below = InUse.EMPTY;
        private Usage usage = Usage.EMPTY;
        private boolean exists;
        private Cutoffs cutoffs;
        private List<Decision> decisions = List.of();

        /** Begins with an empty state, where all values were last set at {@code deleted}. */
        Next(long asOf, long deleted) {
            this.asOf = asOf;
            this.cutoffs = new Cutoffs(deleted, deleted, deleted, deleted);
        }

        Next(AccountState before) {
            asOf = before.asOf;
            priority = before.priority;
            own = before.own;
            below = before.below;
            usage = before.usage;
            exists = before.exists;
            cutoffs = before.cutoffs;
            decisions = before.decisions;
        }

        void add(RateChange change) {
            if (change.isOfSubtree()) {
                below = below.plus(change);
            } else {
                own = own.plus(change);
            }
        }

        AccountState state() {
            return new AccountState(asOf, priority, own, below, usage, exists, cutoffs, decisions);
        }
    }

    /** Returns this state at a later instant without further entries. */
    public AccountState at(long instant, HalfLife halfLife) {
        return instant <= asOf ? this : after(instant, null, exists, halfLife);
    }

    /** Returns this state after an entry that is not earlier. */
    public AccountState after(CustomerEntry entry, HalfLife halfLife) {
        if (entry instanceof RateChange change) {
            return after(change.at(), change.since() < cutoffs.deleted ? null : change, true, halfLife);
        }
        return ((Edit) entry).edit().act(after(entry.at(), null, true, halfLife), entry.at());
    }

    /** Returns this state after entries in their order, none of which is earlier. */
    AccountState after(List<CustomerEntry> entries, HalfLife halfLife) {
        AccountState state = this;
        for (CustomerEntry entry : entries) {
            state = state.after(entry, halfLife);
        }
        return state;
    }

    /**
     * Returns the state at an instant, with a change of use at that instant; one step instead of two, since it is called for each charge.
     */
    private AccountState after(long instant, @Nullable RateChange change, boolean isKnown, HalfLife halfLife) {
        Next next = new Next(this);
        next.asOf = Math.max(asOf, instant);
        next.exists = isKnown;
        if (asOf != NEVER && instant > asOf) {
            next.own = own.withoutRounding();
            next.below = below.withoutRounding();
            double followed = next.own.weight().value() + next.below.weight().value();
            next.priority = RealPriority.advance(priority, followed, instant - asOf, halfLife);
            next.usage = usage.plus(next.own, asOf, instant);
        }
        if (change != null) {
            next.add(change);
        }
        return next.state();
    }

    /**
     * Returns this state after a change of use earlier than all stored entries. Usages are exact; the priority is exact unless the floor
     * was active in between; see {@link RealPriority#late}. The last usage never moves back, as other earlier use is no longer known.
     */
    AccountState late(RateChange change, HalfLife halfLife) {
        Next next = new Next(this);
        next.exists = exists || change.at() >= cutoffs.deleted;
        if (change.since() >= cutoffs.deleted) {
            next.priority += RealPriority.late(change.weight(), millisSince(change, cutoffs.priority), halfLife);
            next.usage = change.isOfSubtree() ? usage : lateUsage(change);
            next.add(change);
        }
        return next.state();
    }

    private Usage lateUsage(RateChange change) {
        long at = change.at();
        boolean isFirst = change.resources() > 0 && (usage.begin == NEVER || at < usage.begin) && at >= cutoffs.usage;
        boolean isEnd = change.resources() < 0 && at > change.since();
        return new Usage(
                Sums.add(usage.resourceMillis, Sums.product(change.resources(), millisSince(change, cutoffs.usage))),
                usage.weightedMillis.plus(change.weight() * millisSince(change, cutoffs.weighted)),
                isFirst ? at : usage.begin,
                isEnd ? Math.max(usage.last, at) : usage.last);
    }

    private long millisSince(RateChange change, long cutoff) {
        return asOf - Math.max(change.at(), cutoff);
    }

    AccountState with(Usage changed, Cutoffs changedCutoffs) {
        Next next = new Next(this);
        next.usage = changed;
        next.cutoffs = changedCutoffs;
        return next.state();
    }

    public AccountState withPriority(double changed, Cutoffs changedCutoffs) {
        Next next = new Next(this);
        next.priority = changed;
        next.cutoffs = changedCutoffs;
        return next.state();
    }

    private AccountState with(List<Decision> changed) {
        Next next = new Next(this);
        next.decisions = changed;
        return next.state();
    }

    /** Returns an empty state as of the same instant, with the deletion at {@code at}. */
    AccountState deleted(long at) {
        return new Next(asOf, at).state();
    }

    /** Returns the state without the leases of a kind; the permanent decision applies again. */
    AccountState withoutLeases(Decision.Kind kind) {
        return with(decisions.stream()
                .filter(decision -> decision.kind() != kind || decision.isForGood())
                .toList());
    }

    /**
     * Returns the state with a decision. A permanent decision replaces all earlier ones of its kind, leases included; a lease hides them
     * until its end.
     */
    AccountState with(Decision decided) {
        List<Decision> kept = new ArrayList<>(decisions.size() + 1);
        for (Decision decision : decisions) {
            if (decision.until() > decided.at() && (decision.kind() != decided.kind() || !decided.isForGood())) {
                kept.add(decision);
            }
        }
        kept.add(decided);
        return with(List.copyOf(kept));
    }

    /** The decision of a kind in force at {@link #asOf}, or null if there is none. */
    public @Nullable Decision inForce(Decision.Kind kind) {
        Decision newest = null;
        for (Decision decision : decisions) {
            if (decision.kind() == kind && decision.until() > asOf) {
                newest = decision;
            }
        }
        return newest;
    }

    /** The permanent decision, or null; it is in force when there is no lease of the kind. */
    public @Nullable Decision forGood(Decision.Kind kind) {
        return decisions.stream()
                .filter(decision -> decision.kind() == kind && decision.isForGood())
                .findFirst()
                .orElse(null);
    }

    /** True if a factor, ceiling or floor is in force at {@link #asOf}. */
    boolean isDecided() {
        return decisions.stream().anyMatch(decision -> decision.until() > asOf && !decision.isNone());
    }

    /** The leases of a kind that have not ended at {@link #asOf}, newest first. */
    public List<Decision> leases(Decision.Kind kind) {
        List<Decision> leases = new ArrayList<>();
        for (Decision decision : decisions) {
            if (decision.kind() == kind && !decision.isForGood() && decision.until() > asOf) {
                leases.add(0, decision);
            }
        }
        return leases;
    }

    /** Real priority in slot weight, 0.5 or more. */
    public double realPriority() {
        return Math.max(RealPriority.FLOOR, priority);
    }

    /** Number of matches in use. */
    public long resourcesInUse() {
        return own.resources();
    }

    public double weightInUse() {
        return own.weightHeld();
    }

    /** Slot weight in use in the whole subtree of a group, direct members included. */
    public double subtreeWeightInUse() {
        return own.weightHeld() + below.weightHeld();
    }

    /** Returns true if nothing is in use, the subtree of a group included. */
    public boolean isIdle() {
        return own.resources() == 0 && below.resources() == 0;
    }

    /** Resource-seconds; exact to the millisecond. */
    public double accumulatedUsage() {
        return usage.resourceMillis / 1000.0;
    }

    /** Slot weight x seconds. */
    public double weightedAccumulatedUsage() {
        return usage.weightedMillis.value() / 1000;
    }

    /** Begin of the first use since the last reset, milliseconds since 1970, or {@link #NEVER}. */
    public long beginUsage() {
        return usage.begin == NEVER && own.resources() > 0 ? asOf : usage.begin;
    }

    /** Last instant of use, milliseconds since 1970, or {@link #NEVER}. */
    public long lastUsage() {
        return usage.last;
    }

    /** Resources in use at an instant: the number of matches, and the slot weight of all of them. */
    public record InUse(long resources, CompensatedSum weight) {
        public static final InUse EMPTY = new InUse(0, CompensatedSum.ZERO);

        /**
         * Returns the use after a change. A rounding error of the weight without resources is removed when time advances, not here: between
         * entries of one instant the use may be empty.
         */
        InUse plus(RateChange change) {
            return new InUse(Sums.add(resources, (long) change.resources()), weight.plus(change.weight()));
        }

        /** Returns the use without the rounding error of weights that cancel out. */
        InUse withoutRounding() {
            return resources == 0 && CompensatedSum.isRounding(weight.value()) ? EMPTY : this;
        }

        /** Slot weight, 0 if nothing is in use. */
        double weightHeld() {
            return resources == 0 ? 0 : weight.value();
        }
    }

    /** A sum and its rounding error so far (Neumaier's variant of Kahan's summation), accurate to well below 1e-9. */
    public record CompensatedSum(double sum, double lost) {
        public static final CompensatedSum ZERO = new CompensatedSum(0, 0);

        private static final double LEAST = 1e-9;

        CompensatedSum plus(double amount) {
            double more = sum + amount;
            double rounded = Math.abs(sum) >= Math.abs(amount) ? (sum - more) + amount : (amount - more) + sum;
            return new CompensatedSum(more, lost + rounded);
        }

        double value() {
            return sum + lost;
        }

        /**
         * Returns true if a weight is only the rounding error of weights that cancel out. A larger weight can be real even in a group
         * without resources in use: if a match was moved from another group and a late event shows that it had ended before, it counts
         * negatively until the move.
         */
        static boolean isRounding(double weight) {
            return Math.abs(weight) <= LEAST;
        }
    }
}
