package io.fairstream.negotiator;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A submitter while the pool is being divided. */
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
    private @Nullable Stopped stopped;

    Claimant(Submitter submitter, GroupNode group) {
        this.submitter = submitter;
        this.group = group;
        this.total = submitter.weightInUse();
    }

    /** Its weight in dividing a pie. */
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

    /** Slot weight held times effective priority: the lower, the less the submitter has for its priority. */
    double level() {
        return total * submitter.effectivePriority();
    }

    /** Slot weight that the submitter would hold if it got all it wants and may have. */
    double most() {
        return submitter.weightInUse() + submitter.wanted();
    }

    /** The same, but no more than its floor. */
    double floorAtMost() {
        return Math.max(submitter.weightInUse(), Math.min(most(), submitter.floor()));
    }

    /** Slot weight that would be due to the submitter if there were floors only. */
    double floorOrLess() {
        return Math.min(most(), submitter.floor());
    }

    /** Used part of the submitter's limit: usage/(usage+limit), 1 for a submitter without a limit. */
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

    /** It goes on, whatever stopped it before. */
    void resume() {
        stopped = null;
    }

    void stop(Stopped reason) {
        stopped = reason;
    }

    /** Its group has no room for another slot. */
    void stopAtQuota() {
        if (stopped == null && group.isBounded()) {
            stopped = Stopped.GROUP_QUOTA;
        }
    }

    /** True if the submitter has all it may have, or nothing fits. */
    boolean isStuck() {
        return (stopped != null && stopped != Stopped.GROUP_QUOTA) || total >= most();
    }

    /** True if the ceiling forbids some of the submitter's demand. */
    boolean isAtCeiling() {
        return submitter.wanted() < submitter.demand();
    }

    void setFairShare(double part, double pie) {
        share = part;
        limit = Math.max(0, part * pie - inUse());
    }

    /** Sets the slot weight that the submitter would hold if everything could be divided anew. */
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
     * Award of the submitter.
     *
     * @param competing why one who wants more and may have it got no more
     */
    Allocation.Award award(Stopped competing) {
        return new Allocation.Award(
                submitter.name(), group.name(), share, limit, given(), claim, excess, stopped(competing));
    }

    private Stopped stopped(Stopped competing) {
        if (submitter.skipped()) {
            return Stopped.SKIPPED;
        }
        if (submitter.demand() == 0) {
            return Stopped.NO_DEMAND;
        }
        if (total < most() * (1 - Pie.ROUNDING)) {
            return stopped == null ? competing : stopped;
        }
        return isAtCeiling() ? Stopped.CEILING : Stopped.SATISFIED;
    }
}
