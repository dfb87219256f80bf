package io.fairstream.reports.audit;

import static io.fairstream.reports.tables.Tolerance.isNear;

import io.fairstream.schemas.Priority;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Expected row of a customer, added up from other data. Mutable. */
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

    /** So much more from an instant on, of a match that began at another. */
    private record Use(long at, long since, long moreResources, double moreWeight) {}

    /**
     * An empty book.
     *
     * @param asOf the row's instant, milliseconds since 1970
     */
    CustomerReconciliation(Cutoffs cutoffs, long asOf) {
        this.cutoffs = cutoffs;
        this.asOf = asOf;
        this.weightedMillis = cutoffs.weightedMillis();
    }

    /**
     * From {@code at} until the row's instant so much more was in use.
     *
     * @param since when the match began of which this is a part
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

    /** Keeps a use, too, to leave out later what an account has forgotten. */
    void keep(long at, long since, long moreResources, double moreWeight) {
        uses.add(new Use(at, since, moreResources, moreWeight));
    }

    /** Instant of the last change of what was kept; {@link Long#MIN_VALUE} for never. */
    long last() {
        return uses.stream().mapToLong(Use::at).max().orElse(Long.MIN_VALUE);
    }

    /** True if the account was ever idle for more than so many milliseconds before it was used again, or is now. */
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

    /**
     * Returns the sums without all that ended before an instant; null if something ended less than so many milliseconds before
     * it.
     */
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

    /**
     * Returns true if any use counts, so that there must be a row. A match that ended as it began leaves nothing in an account.
     */
    boolean isUsed() {
        return resources != 0 || lastedMillis != 0;
    }

    /** Returns true if any resource is still in use. */
    boolean isInUse() {
        return resources != 0;
    }

    /** In what the row differs. */
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
