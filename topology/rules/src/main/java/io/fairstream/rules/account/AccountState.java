package io.fairstream.rules.account;

import io.fairstream.rules.Sums;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.RealPriority;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A customer's priority and usage at one instant. Mutable: it is moved on from entry to entry.
 *
 * <p>Resource-milliseconds are exact integers that stop at the largest there is. Weighted sums are kept with their
 * rounding error (Neumaier), so that they are right to well below 1e-9.
 */
public final class AccountState {
    /** No such time. */
    public static final long NEVER = Long.MIN_VALUE;

    long asOf = NEVER;
    double priority = RealPriority.FLOOR;
    long resources;
    double weight;
    double weightError;
    long subtreeResources;
    double subtreeWeight;
    double subtreeWeightError;
    long usageMillis;
    double weightedMillis;
    double weightedError;
    long beginUsage = NEVER;
    long lastUsage = NEVER;
    boolean exists;

    /** When priority, usage and weighted usage were last set: what came earlier does not count in them. */
    long prioritySet = NEVER;

    long usageSet = NEVER;
    long weightedSet = NEVER;
    long deleted = NEVER;
    List<Decision> decisions = List.of();

    /** The standing of a customer of whom nothing is known. */
    public AccountState() {}

    /** All numbers of a standing, to keep it; see the accessors of {@link AccountState} for their meaning. */
    public record Snapshot(
            long asOf,
            double priority,
            long resources,
            double weight,
            double weightError,
            long subtreeResources,
            double subtreeWeight,
            double subtreeWeightError,
            long usageMillis,
            double weightedMillis,
            double weightedError,
            long beginUsage,
            long lastUsage,
            boolean exists,
            long prioritySet,
            long usageSet,
            long weightedSet,
            long deleted,
            List<Decision> decisions) {}

    /** A standing as it was kept. */
    public static AccountState of(Snapshot kept) {
        AccountState standing = new AccountState();
        standing.asOf = kept.asOf;
        standing.priority = kept.priority;
        standing.resources = kept.resources;
        standing.weight = kept.weight;
        standing.weightError = kept.weightError;
        standing.subtreeResources = kept.subtreeResources;
        standing.subtreeWeight = kept.subtreeWeight;
        standing.subtreeWeightError = kept.subtreeWeightError;
        standing.usageMillis = kept.usageMillis;
        standing.weightedMillis = kept.weightedMillis;
        standing.weightedError = kept.weightedError;
        standing.beginUsage = kept.beginUsage;
        standing.lastUsage = kept.lastUsage;
        standing.exists = kept.exists;
        standing.prioritySet = kept.prioritySet;
        standing.usageSet = kept.usageSet;
        standing.weightedSet = kept.weightedSet;
        standing.deleted = kept.deleted;
        standing.decisions = kept.decisions;
        return standing;
    }

    public Snapshot snapshot() {
        return new Snapshot(
                asOf,
                priority,
                resources,
                weight,
                weightError,
                subtreeResources,
                subtreeWeight,
                subtreeWeightError,
                usageMillis,
                weightedMillis,
                weightedError,
                beginUsage,
                lastUsage,
                exists,
                prioritySet,
                usageSet,
                weightedSet,
                deleted,
                decisions);
    }

    /** This standing at a later instant, if nothing more happens. */
    public AccountState at(long instant, HalfLife halfLife) {
        AccountState later = copy();
        later.advance(instant, halfLife);
        return later;
    }

    AccountState copy() {
        AccountState copy = new AccountState();
        copy.asOf = asOf;
        copy.priority = priority;
        copy.resources = resources;
        copy.weight = weight;
        copy.weightError = weightError;
        copy.subtreeResources = subtreeResources;
        copy.subtreeWeight = subtreeWeight;
        copy.subtreeWeightError = subtreeWeightError;
        copy.usageMillis = usageMillis;
        copy.weightedMillis = weightedMillis;
        copy.weightedError = weightedError;
        copy.beginUsage = beginUsage;
        copy.lastUsage = lastUsage;
        copy.exists = exists;
        copy.prioritySet = prioritySet;
        copy.usageSet = usageSet;
        copy.weightedSet = weightedSet;
        copy.deleted = deleted;
        copy.decisions = decisions;
        return copy;
    }

    /** Moves on to a later instant at constant use. */
    void advance(long at, HalfLife halfLife) {
        if (asOf == NEVER) {
            asOf = at;
            return;
        }
        long millis = at - asOf;
        if (millis <= 0) {
            return;
        }
        if (resources == 0 && Rounding.isAll(weight + weightError)) {
            setWeight(0);
        }
        if (subtreeResources == 0 && Rounding.isAll(subtreeWeight + subtreeWeightError)) {
            setSubtreeWeight(0);
        }
        priority = RealPriority.advance(priority, followed(), millis, halfLife);
        usageMillis = Sums.add(usageMillis, Sums.product(resources, millis));
        addWeighted((weight + weightError) * millis);
        if (resources > 0) {
            beginUsage = beginUsage == NEVER ? asOf : beginUsage;
            lastUsage = at;
        }
        asOf = at;
    }

    /**
     * Changes the use from now on. The rounding left in the weight when nothing is in use goes when time passes, not here:
     * entries of one instant may pass through nothing in use.
     */
    void use(long change, double weightChange) {
        resources = Sums.add(resources, change);
        addWeight(weightChange);
    }

    /** As {@link #use}, by others than direct members: the priority follows it, usages do not. */
    void useInSubtree(long change, double weightChange) {
        subtreeResources = Sums.add(subtreeResources, change);
        addSubtreeWeight(weightChange);
    }

    /** The slot weight towards which the priority goes. */
    private double followed() {
        return weight + weightError + (subtreeWeight + subtreeWeightError);
    }

    /** Ends all leases of a kind; what was in force before returns. */
    void cancelLeases(Decision.Kind kind) {
        decisions = decisions.stream()
                .filter(decision -> decision.kind() != kind || decision.isForGood())
                .toList();
    }

    /** Brings a decision into force, which replaces what was decided for good and hides earlier leases. */
    void decide(Decision decided) {
        List<Decision> kept = new ArrayList<>(decisions.size() + 1);
        for (Decision decision : decisions) {
            if (decision.until() > decided.at() && (decision.kind() != decided.kind() || !decided.isForGood())) {
                kept.add(decision);
            }
        }
        kept.add(decided);
        decisions = List.copyOf(kept);
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

    /** What was decided for good, or null: it is in force when no lease of the kind is left. */
    public @Nullable Decision forGood(Decision.Kind kind) {
        for (Decision decision : decisions) {
            if (decision.kind() == kind && decision.isForGood()) {
                return decision;
            }
        }
        return null;
    }

    /** Whether a factor, ceiling or floor is in force at {@link #asOf}. */
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

    /**
     * Takes in a change of use that lies before what is remembered in order. Usages are exact; the priority is unless
     * the floor was active meanwhile; see {@link RealPriority#late}. The last usage never moves back, as what else was in
     * use before is no longer known.
     */
    void useLate(Entry.Use entry, HalfLife halfLife) {
        long at = entry.at();
        exists |= at >= deleted;
        if (entry.since() < deleted) {
            return;
        }
        usageMillis = Sums.add(usageMillis, Sums.product(entry.resources(), asOf - Math.max(at, usageSet)));
        addWeighted(entry.weight() * (asOf - Math.max(at, weightedSet)));
        priority += RealPriority.late(entry.weight(), asOf - Math.max(at, prioritySet), halfLife);
        resources = Sums.add(resources, (long) entry.resources());
        addWeight(entry.weight());
        if (entry.resources() > 0 && (beginUsage == NEVER || at < beginUsage) && at >= usageSet) {
            beginUsage = at;
        }
        if (entry.resources() < 0 && at > entry.since()) {
            lastUsage = Math.max(lastUsage, at);
        }
    }

    /** As {@link #useLate}, by others than direct members. */
    void subtreeUseLate(Entry.SubtreeUse entry, HalfLife halfLife) {
        exists |= entry.at() >= deleted;
        if (entry.since() < deleted) {
            return;
        }
        priority += RealPriority.late(entry.weight(), asOf - Math.max(entry.at(), prioritySet), halfLife);
        useInSubtree(entry.resources(), entry.weight());
    }

    void addWeighted(double amount) {
        weightedError += Rounding.lost(weightedMillis, amount);
        weightedMillis += amount;
    }

    private void addWeight(double change) {
        weightError += Rounding.lost(weight, change);
        weight += change;
    }

    private void addSubtreeWeight(double change) {
        subtreeWeightError += Rounding.lost(subtreeWeight, change);
        subtreeWeight += change;
    }

    void setSubtreeWeight(double value) {
        subtreeWeight = value;
        subtreeWeightError = 0;
    }

    void setWeight(double value) {
        weight = value;
        weightError = 0;
    }

    void setWeighted(double millis) {
        weightedMillis = millis;
        weightedError = 0;
    }

    /** The instant of the numbers, milliseconds since 1970, or {@link #NEVER} before the first entry. */
    public long asOf() {
        return asOf;
    }

    /** Real priority in slot weight, 0.5 or more. */
    public double realPriority() {
        return Math.max(RealPriority.FLOOR, priority);
    }

    /** Matches held. */
    public long resourcesInUse() {
        return resources;
    }

    /** Slot weight held. */
    public double weightInUse() {
        return resources == 0 ? 0 : weight + weightError;
    }

    /** Slot weight held in the whole subtree of a group, direct members included. */
    public double subtreeWeightInUse() {
        return weightInUse() + (subtreeResources == 0 ? 0 : subtreeWeight + subtreeWeightError);
    }

    /** Whether nothing is held, in a subtree neither. */
    public boolean isIdle() {
        return resources == 0 && subtreeResources == 0;
    }

    /** Resource-seconds; exact to the millisecond. */
    public double accumulatedUsage() {
        return usageMillis / 1000.0;
    }

    /** Slot weight x seconds. */
    public double weightedAccumulatedUsage() {
        return (weightedMillis + weightedError) / 1000;
    }

    /** Begin of the first use since the last reset, milliseconds since 1970, or {@link #NEVER}. */
    public long beginUsage() {
        return beginUsage == NEVER && resources > 0 ? asOf : beginUsage;
    }

    /** Last instant of use, milliseconds since 1970, or {@link #NEVER}. */
    public long lastUsage() {
        return lastUsage;
    }

    /** Whether the customer is known: since its deletion, if any, something was said about it. */
    public boolean exists() {
        return exists;
    }
}
