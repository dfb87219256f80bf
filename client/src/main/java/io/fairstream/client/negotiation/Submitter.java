package io.fairstream.client.negotiation;

import io.fairstream.schemas.Priority;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A submitter with its demand and its accounting data.
 *
 * @param name name of the customer
 * @param effectivePriority current EUP; above 0, lower is better
 * @param weightInUse slot weight held in this pool; 0 or more
 * @param demand additional slot weight wanted; 0 or more
 * @param ceiling maximum slot weight to hold; null for none
 * @param floor guaranteed slot weight, as far as wanted; 0 for none
 * @param group accounting group, {@link Group#ROOT} for none
 * @param jobPriority priority of the best job; of submitters with equal EUP the one with the higher value picks first
 * @param skipped whether the submitter gets no matches (the submitter ad's {@code SkipMatchmaking})
 * @param needs amount of each named limit that each match needs; see {@link ConcurrencyLimits}
 */
public record Submitter(
        String name,
        double effectivePriority,
        double weightInUse,
        double demand,
        @Nullable Double ceiling,
        double floor,
        String group,
        int jobPriority,
        boolean skipped,
        Map<String, Double> needs) {

    public Submitter {
        Checks.aboveZero("effective priority of " + name, effectivePriority);
        Checks.atLeastZero("weight in use of " + name, weightInUse);
        Checks.atLeastZero("demand of " + name, demand);
        Checks.atLeastZero("floor of " + name, floor);
        if (ceiling != null) {
            Checks.atLeastZero("ceiling of " + name, ceiling);
        }
        needs = Map.copyOf(needs);
        needs.forEach((limit, need) -> Checks.atLeastZero("need of " + limit + " by " + name, need));
    }

    /** Creates a submitter without holdings and limits. */
    public static Submitter of(String name, double effectivePriority, double demand) {
        return new Submitter(name, effectivePriority, 0, demand, null, 0, Group.ROOT, 0, false, Map.of());
    }

    /**
     * Creates a submitter from its demand and a row of {@code priorities}, evaluated at the time of the negotiation. An infinite
     * effective priority, as with a factor of 1e308, counts as the largest double, which is the worst priority; so does NaN, which
     * earlier releases wrote. Such a row must not stop the negotiation of other submitters.
     *
     * @throws IllegalArgumentException if the row is that of a group
     */
    public static Submitter of(Priority row, double demand) {
        if (row.getGroup()) {
            throw new IllegalArgumentException(row.getCustomer() + " is a group (expected: a submitter)");
        }
        Double floor = row.getFloor();
        String parent = row.getParent();
        return new Submitter(
                row.getCustomer(),
                Double.isNaN(row.getEffectivePriority())
                        ? Double.MAX_VALUE
                        : Math.min(row.getEffectivePriority(), Double.MAX_VALUE),
                Double.isFinite(row.getWeightInUse()) ? Math.max(0, row.getWeightInUse()) : 0,
                demand,
                row.getCeiling(),
                floor == null ? 0 : floor,
                parent == null ? Group.ROOT : parent,
                0,
                false,
                Map.of());
    }

    public Submitter withWeightInUse(double weight) {
        return new Submitter(
                name, effectivePriority, weight, demand, ceiling, floor, group, jobPriority, skipped, needs);
    }

    public Submitter withCeiling(@Nullable Double most) {
        return new Submitter(
                name, effectivePriority, weightInUse, demand, most, floor, group, jobPriority, skipped, needs);
    }

    public Submitter withFloor(double least) {
        return new Submitter(
                name, effectivePriority, weightInUse, demand, ceiling, least, group, jobPriority, skipped, needs);
    }

    public Submitter withGroup(String name) {
        return new Submitter(
                this.name, effectivePriority, weightInUse, demand, ceiling, floor, name, jobPriority, skipped, needs);
    }

    public Submitter withJobPriority(int priority) {
        return new Submitter(
                name, effectivePriority, weightInUse, demand, ceiling, floor, group, priority, skipped, needs);
    }

    public Submitter withSkipped(boolean skip) {
        return new Submitter(
                name, effectivePriority, weightInUse, demand, ceiling, floor, group, jobPriority, skip, needs);
    }

    public Submitter withConcurrencyLimits(Map<String, Double> limits) {
        return new Submitter(
                name, effectivePriority, weightInUse, demand, ceiling, floor, group, jobPriority, skipped, limits);
    }

    /** Returns the slot weight that may be added: the demand, limited by the ceiling. */
    double wanted() {
        if (skipped) {
            return 0;
        }
        return ceiling == null ? demand : Math.min(demand, Math.max(0, ceiling - weightInUse));
    }
}
