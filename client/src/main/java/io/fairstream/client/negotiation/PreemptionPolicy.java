package io.fairstream.client.negotiation;

import java.time.Duration;
import java.time.Instant;

/**
 * Conditions for the preemption of a running match: the usual {@code PREEMPTION_REQUIREMENTS} as numbers.
 *
 * <p>Preemption cannot thrash. By priority, two submitters cannot preempt each other with the same priorities, because the margin is
 * 1 or more and the comparison strict; and a match is not preempted within {@code minimumRunTime}. By rank, the machine prefers each
 * new holder of a slot to the previous one.
 *
 * @param byPriority whether a better priority is a reason for preemption; not in HTCondor's default. The preference of a machine
 *     ({@code RANK}) always is
 * @param minimumRunTime minimum run time of a match before it can be preempted by a better priority
 * @param margin factor by which the holder's effective priority must be worse than the submitter's; 1 or more
 * @param keepsFloors whether a holder must keep its floor
 * @param keepsQuotas whether a group must keep its quota, unless the submitter is a member of the same group
 */
public record PreemptionPolicy(
        boolean byPriority, Duration minimumRunTime, double margin, boolean keepsFloors, boolean keepsQuotas) {
    /** HTCondor's default: only machines' preferences count. */
    public static final PreemptionPolicy RANK_ONLY = new PreemptionPolicy(false, Duration.ZERO, 1, true, true);

    /** Example in HTCondor's manual: after an hour, for a priority 20 % better. */
    public static final PreemptionPolicy BY_PRIORITY = new PreemptionPolicy(true, Duration.ofHours(1), 1.2, true, true);

    /** Verdict of the policy. */
    public enum Verdict {
        /** The machine prefers the submitter. */
        BY_RANK,
        /** The priority is sufficiently better. */
        BY_PRIORITY,
        /** Submitter and holder are the same customer. */
        SAME_CUSTOMER,
        /** Priorities do not preempt. */
        NOT_BY_PRIORITY,
        /** The machine prefers the holder. */
        RANK,
        /** The match has not run long enough. */
        TOO_YOUNG,
        /** The submitter's priority is not sufficiently better. */
        MARGIN,
        /** The holder would have less than the floor. */
        FLOOR,
        /** The holder's group would have less than its quota. */
        QUOTA;

        /** Returns true if the match may be preempted. */
        public boolean isAllowed() {
            return this == BY_RANK || this == BY_PRIORITY;
        }
    }

    /**
     * Current state of a competitor for a slot.
     *
     * @param customer name of the customer
     * @param effectivePriority EUP
     * @param weightInUse slot weight held
     * @param floor guaranteed slot weight; 0 for none
     * @param group accounting group
     * @param groupQuota slot weight that the group may use without surplus
     * @param groupWeightInUse slot weight that the group's own members hold
     */
    public record Party(
            String customer,
            double effectivePriority,
            double weightInUse,
            double floor,
            String group,
            double groupQuota,
            double groupWeightInUse) {}

    public PreemptionPolicy {
        if (minimumRunTime.isNegative()) {
            throw new IllegalArgumentException("minimum run time: " + minimumRunTime + " (expected: 0 or more)");
        }
        if (!(margin >= 1) || Double.isInfinite(margin)) {
            throw new IllegalArgumentException("preemption margin: " + margin + " (expected: 1 or more)");
        }
    }

    /**
     * Returns whether the match on a slot may be preempted, or the first reason against it.
     *
     * @param slot held by {@code holder}
     */
    public Verdict judge(Party submitter, Party holder, Slot slot, Instant since, Instant now) {
        if (submitter.customer().equals(holder.customer())) {
            return Verdict.SAME_CUSTOMER;
        }
        int preference = Double.compare(slot.rank(submitter.customer()), slot.rank(holder.customer()));
        if (preference > 0) {
            return Verdict.BY_RANK;
        }
        if (!byPriority) {
            return Verdict.NOT_BY_PRIORITY;
        }
        if (preference < 0) {
            return Verdict.RANK;
        }
        if (!hasRunLongEnough(since, now)) {
            return Verdict.TOO_YOUNG;
        }
        if (!isBetterEnough(submitter.effectivePriority(), holder.effectivePriority())) {
            return Verdict.MARGIN;
        }
        if (keepsFloors && holder.weightInUse() - slot.weight() < holder.floor()) {
            return Verdict.FLOOR;
        }
        boolean isForeign = !submitter.group().equals(holder.group());
        if (keepsQuotas && isForeign && holder.groupWeightInUse() - slot.weight() < holder.groupQuota()) {
            return Verdict.QUOTA;
        }
        return Verdict.BY_PRIORITY;
    }

    boolean hasRunLongEnough(Instant since, Instant now) {
        return Duration.between(since, now).compareTo(minimumRunTime) >= 0;
    }

    boolean isBetterEnough(double submitter, double holder) {
        return holder > submitter * margin;
    }
}
