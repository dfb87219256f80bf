package io.fairstream.cli.audit;

import io.fairstream.schemas.Priority;
import java.util.Locale;
import java.util.Optional;

/** What a customer's row should say, added up from something else. Mutable. */
final class CustomerReconciliation {
    private static final double TOLERANCE = 1e-9;
    private static final double MILLIS = 1000;

    private final Cutoffs cutoffs;
    private final long asOf;
    private long resources;
    private double weight;
    private long usageMillis;
    private double weightedMillis;
    private double turnover;
    private boolean isUsed;

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
        isUsed = true;
        resources += moreResources;
        weight += moreWeight;
        usageMillis += moreResources * millisUntilRow(Math.max(at, cutoffs.usageFrom()));
        double weighted = moreWeight * millisUntilRow(Math.max(at, cutoffs.weightedFrom()));
        weightedMillis += weighted;
        turnover += Math.abs(weighted);
    }

    private long millisUntilRow(long at) {
        return Math.max(0, asOf - at);
    }

    /** Whether anything counts, so that there must be a row. */
    boolean isUsed() {
        return isUsed;
    }

    /** Whether something is still in use. */
    boolean isInUse() {
        return resources != 0;
    }

    /** In what the row differs. */
    Optional<String> difference(Priority row) {
        if (row.getResourcesInUse() != resources) {
            return differ(row, "resourcesInUse", row.getResourcesInUse(), resources);
        }
        if (!isNear(row.getWeightInUse(), weight, Math.abs(weight))) {
            return differ(row, "weightInUse", row.getWeightInUse(), weight);
        }
        if (!isNear(row.getAccumulatedUsage(), usageMillis / MILLIS, 0)) {
            return differ(row, "accumulatedUsage", row.getAccumulatedUsage(), usageMillis / MILLIS);
        }
        if (!isNear(row.getWeightedAccumulatedUsage(), weightedMillis / MILLIS, turnover / MILLIS)) {
            return differ(row, "weightedAccumulatedUsage", row.getWeightedAccumulatedUsage(), weightedMillis / MILLIS);
        }
        return Optional.empty();
    }

    private static boolean isNear(double one, double other, double magnitude) {
        return Math.abs(one - other) <= TOLERANCE * Math.max(1, Math.max(Math.abs(other), magnitude));
    }

    private static Optional<String> differ(Priority row, String what, Number is, Number should) {
        return Optional.of(
                String.format(Locale.ROOT, "\"%s\" %s: %s (expected: %s)", row.getCustomer(), what, is, should));
    }
}
