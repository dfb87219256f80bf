package io.fairstream.query.audit;

import static io.fairstream.query.columns.Numbers.isNear;

import io.fairstream.schemas.Priority;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Expected row of a customer, recomputed from other data. Mutable. */
final class CustomerReconciliation {
    private static final double MILLIS = 1000;

    private final Cutoffs cutoffs;
    private final long asOf;
    private long resources;
    private double weight;
    private long usageMillis;
    private double weightedMillis;
    private double turnover;
    private long lastedMillis;
    private final List<Use> uses = new ArrayList<>();

    /** Change of the resources in use at an instant, by a match that began at another instant. */
    private record Use(long at, long since, long moreResources, double moreWeight) {}

    /**
     * Creates an empty row.
     *
     * @param asOf the row's instant, milliseconds since 1970
     */
    CustomerReconciliation(Cutoffs cutoffs, long asOf) {
        this.cutoffs = cutoffs;
        this.asOf = asOf;
        this.weightedMillis = cutoffs.weightedMillis();
    }

    /**
     * Adds resources in use from {@code at} until the row's instant.
     *
     * @param since begin of the match
     */
    void use(long at, long since, long moreResources, double moreWeight) {
        if (since < cutoffs.matchesFrom()) {
            return;
        }
        resources += moreResources;
        weight += moreWeight;
        usageMillis += moreResources * millisUntilRow(Math.max(at, cutoffs.usageFrom()));
        double weighted = moreWeight * millisUntilRow(Math.max(at, cutoffs.weightedFrom()));
        weightedMillis += weighted;
        turnover += Math.abs(weighted);
        lastedMillis -= moreResources * (at - since);
    }

    private long millisUntilRow(long at) {
        return Math.max(0, asOf - at);
    }

    /** Adds a use and stores it, so that {@link #from} can leave out removed uses. */
    void keep(long at, long since, long moreResources, double moreWeight) {
        uses.add(new Use(at, since, moreResources, moreWeight));
    }

    /** Returns the instant of the last change among the stored uses; {@link Long#MIN_VALUE} for none. */
    long last() {
        return uses.stream().mapToLong(Use::at).max().orElse(Long.MIN_VALUE);
    }

    /** Returns true if the account was ever idle for more than this time before it was used again, or is now. */
    boolean hasBreak(long millis, long now) {
        List<Use> inOrder = new ArrayList<>(uses);
        inOrder.sort(Comparator.comparingLong(Use::at));
        long held = 0;
        long last = now;
        for (Use use : inOrder) {
            if (held == 0 && use.at() - last > millis) {
                return true;
            }
            held += use.moreResources();
            last = use.at();
        }
        return held == 0 && now - last > millis;
    }

    /** Returns the sums without uses that ended before an instant; null if one ended less than {@code millis} before it. */
    @Nullable
    CustomerReconciliation from(long begin, long millis) {
        CustomerReconciliation later = new CustomerReconciliation(Cutoffs.NONE, asOf);
        for (Use use : uses) {
            if (use.since() >= begin) {
                later.use(use.at(), use.since(), use.moreResources(), use.moreWeight());
            } else if (use.at() > begin - millis) {
                return null;
            }
        }
        return later;
    }

    /** Returns true if any use counts, so that there must be a row. A match of zero duration leaves nothing in an account. */
    boolean isUsed() {
        return resources != 0 || lastedMillis != 0;
    }

    /** Returns true if any resource is still in use. */
    boolean isInUse() {
        return resources != 0;
    }

    /** Returns the difference from the row. */
    Optional<String> difference(Priority row) {
        if (row.getResourcesInUse() != resources) {
            return Check.difference(row.getCustomer(), "resourcesInUse", row.getResourcesInUse(), resources);
        }
        if (!isNear(row.getWeightInUse(), weight, Math.abs(weight))) {
            return Check.difference(row.getCustomer(), "weightInUse", row.getWeightInUse(), weight);
        }
        if (!isNear(row.getAccumulatedUsage(), usageMillis / MILLIS, 0)) {
            return Check.difference(
                    row.getCustomer(), "accumulatedUsage", row.getAccumulatedUsage(), usageMillis / MILLIS);
        }
        if (!isNear(row.getWeightedAccumulatedUsage(), weightedMillis / MILLIS, turnover / MILLIS)) {
            return Check.difference(
                    row.getCustomer(),
                    "weightedAccumulatedUsage",
                    row.getWeightedAccumulatedUsage(),
                    weightedMillis / MILLIS);
        }
        return Optional.empty();
    }
}
