package io.fairstream.client.negotiation;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** State of a submitter during the division of the pool. */
final class Claimant {
    final Submitter submitter;
    final GroupNode group;

    /** Slot weight held, including the slot weight awarded. */
    private double total;

    private double share;
    private double limit;
    private double due;
    private double claim;
    private double excess;
    private @Nullable RejectReason stopped;

    Claimant(Submitter submitter, GroupNode group) {
        this.submitter = submitter;
        this.group = group;
        this.total = submitter.weightInUse();
    }

    /** Returns the submitter's weight in the division of a pie. */
    double weight() {
        return 1 / submitter.effectivePriority();
    }

    double inUse() {
        return submitter.weightInUse();
    }

    double total() {
        return total;
    }

    double given() {
        return total - submitter.weightInUse();
    }

    /** Returns the slot weight held times the effective priority; a lower level means fewer resources for the priority. */
    double level() {
        return total * submitter.effectivePriority();
    }

    /** Returns the maximum total: the slot weight in use plus the demand, as far as the ceiling allows it. */
    double most() {
        return submitter.weightInUse() + submitter.wanted();
    }

    /** Returns the total that satisfies the floor as far as wanted; at least the slot weight in use. */
    double floorAtMost() {
        return Math.max(submitter.weightInUse(), Math.min(most(), submitter.floor()));
    }

    /** Returns the guaranteed slot weight: the floor, as far as wanted. */
    double floorOrLess() {
        return Math.min(most(), submitter.floor());
    }

    /** Returns the used part of the submitter's limit: usage/(usage+limit), 1 for a submitter without a limit. */
    double starvation() {
        double reach = inUse() + limit;
        return reach > 0 ? inUse() / reach : 1;
    }

    static double sumOfTotals(List<Claimant> claimants) {
        return claimants.stream().mapToDouble(Claimant::total).sum();
    }

    static double sumOfDues(List<Claimant> claimants) {
        return claimants.stream().mapToDouble(claimant -> claimant.due).sum();
    }

    void give(double weight) {
        total += weight;
    }

    /** Lets the submitter negotiate again, independent of the reason that stopped it. */
    void resume() {
        stopped = null;
    }

    void stop(RejectReason reason) {
        stopped = reason;
    }

    /** Stops the submitter because its group has no room for another slot. */
    void stopAtQuota() {
        if (stopped == null && group.isBounded()) {
            stopped = RejectReason.GROUP_QUOTA;
        }
    }

    /** Returns true if the submitter has its maximum, or no slot fits. */
    boolean isStuck() {
        return (stopped != null && stopped != RejectReason.GROUP_QUOTA) || total >= most();
    }

    /** Returns true if the ceiling forbids some of the submitter's demand. */
    boolean isAtCeiling() {
        return submitter.wanted() < submitter.demand();
    }

    void setFairShare(double part, double pie) {
        share = part;
        limit = Math.max(0, part * pie - inUse());
    }

    /** Sets the slot weight due to the submitter if everything were divided again. */
    void setDue(double weight) {
        due = weight;
    }

    double claimed() {
        return Math.max(0, due - total);
    }

    double overdue() {
        return Math.max(0, inUse() - due);
    }

    double claim() {
        return claim;
    }

    double excess() {
        return excess;
    }

    void setClaim(double weight) {
        claim = weight;
    }

    void setExcess(double weight) {
        excess = weight;
    }

    /**
     * Returns the award of the submitter.
     *
     * @param competing reason for a submitter that could have more
     */
    NegotiationResult.Award award(RejectReason competing) {
        return new NegotiationResult.Award(
                submitter.name(), group.name(), share, limit, given(), claim, excess, stopped(competing));
    }

    private RejectReason stopped(RejectReason competing) {
        if (submitter.skipped()) {
            return RejectReason.SKIPPED;
        }
        if (submitter.demand() == 0) {
            return RejectReason.NO_DEMAND;
        }
        if (total < most() * (1 - PieSpin.ROUNDING)) {
            return stopped == null ? competing : stopped;
        }
        return isAtCeiling() ? RejectReason.CEILING : RejectReason.SATISFIED;
    }
}
