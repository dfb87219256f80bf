package io.fairstream.negotiator;

import java.util.List;

/**
 * Result of dividing a pool.
 *
 * @param awards one for each submitter, in picking order: best priority first
 * @param groups one for each group, in the order in which they negotiate, {@link Group#ROOT} last; without groups only
 * the root
 * @param free slot weight that was free before
 * @param allocated slot weight that was awarded
 */
public record Allocation(List<Award> awards, List<GroupAward> groups, double free, double allocated) {
    public Allocation {
        awards = List.copyOf(awards);
        groups = List.copyOf(groups);
    }

    /**
     * Award of a submitter.
     *
     * @param submitter the customer
     * @param group the accounting group, {@link Group#ROOT} for none
     * @param share its part of the group's pie by priority alone, 0 to 1: {@code (1/EUP) / Σ (1/EUP)} over those who divide
     * @param limit what this share is worth beyond what it holds, in slot weight: {@code max(0, share·pie - in use)}
     * @param allocated slot weight given to it of what was free
     * @param claim slot weight it may take beyond that from those who hold more than is due; 0 without preemption
     * @param excess slot weight it holds beyond what is due while others have a claim; 0 without preemption
     * @param stopped why it was given no more
     */
    public record Award(
            String submitter,
            String group,
            double share,
            double limit,
            double allocated,
            double claim,
            double excess,
            Stopped stopped) {}

    /**
     * Award of a group.
     *
     * @param group its name
     * @param quota slot weight its own members may use without surplus
     * @param subtreeQuota slot weight for itself and the groups below
     * @param weightInUse slot weight its own members held before
     * @param requested slot weight its own members hold and want, ceilings respected
     * @param entitled slot weight its own members may hold now: of the request what quota and surplus allow
     * @param allocated slot weight given to its own members of what was free, what it got by regrouping included
     * @param remainder whether it was given a remainder of whole slots; see {@link Group#lastRemainder}
     */
    public record GroupAward(
            String group,
            double quota,
            double subtreeQuota,
            double weightInUse,
            double requested,
            double entitled,
            double allocated,
            boolean remainder) {}
}
