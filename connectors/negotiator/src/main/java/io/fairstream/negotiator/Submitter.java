package io.fairstream.negotiator;

import io.fairstream.schemas.Priority;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Submitter that asks for a part of the pool, with its accounting data.
 *
 * @param name the customer
 * @param effectivePriority EUP now; above 0, lower is better
 * @param weightInUse slot weight held in this pool; 0 or more
 * @param demand slot weight wanted beyond that; 0 or more
 * @param ceiling most slot weight to hold; null for none
 * @param floor slot weight that is guaranteed, if wanted; 0 for none
 * @param group the accounting group, {@link Group#ROOT} for none
 * @param jobPriority of the best job; among equals in priority the higher one picks first
 * @param skipped whether nothing is to be matched (the submitter ad's {@code SkipMatchmaking})
 * @param needs how much each match needs of each named limit; see {@link ConcurrencyLimits}
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
     * A row of {@code priorities}, evaluated for the instant of the negotiation, and what is wanted. An effective priority that
     * no number holds any more, as with a factor of 1e308, is the worst there is, and so is one that is no number, as earlier
     * releases wrote; whoever has such a row does not keep the others from negotiating.
     *
     * @throws IllegalArgumentException if the row is a group's
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
