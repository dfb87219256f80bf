package io.fairstream.client.negotiation;

import java.util.List;

/**
 * Result of dividing a pool.
 *
 * @param awards one for each submitter, in picking order: best priority first
 * @param groups one for each group, in order of negotiation, {@link Group#ROOT} last; without groups only the root
 * @param free free slot weight before the division
 * @param allocated awarded slot weight
 */
public record NegotiationResult(List<Award> awards, List<GroupAward> groups, double free, double allocated) {
    public NegotiationResult {
        awards = List.copyOf(awards);
        groups = List.copyOf(groups);
    }

    /**
     * Award of a submitter.
     *
     * @param submitter name of the customer
     * @param group accounting group, {@link Group#ROOT} for none
     * @param share part of the group's pie by priority alone, 0 to 1: {@code (1/EUP) / Σ (1/EUP)} over the submitters that divide it
     * @param limit slot weight of the share beyond that in use: {@code max(0, share·pie - in use)}
     * @param allocated free slot weight given to the submitter
     * @param claim additional slot weight that it may take from submitters above their share; 0 without preemption
     * @param excess slot weight held above its share while others have a claim; 0 without preemption
     * @param stopped reason why it was given no more
     */
    public record Award(
            String submitter,
            String group,
            double share,
            double limit,
            double allocated,
            double claim,
            double excess,
            RejectReason stopped) {}

    /**
     * Award of a group.
     *
     * @param group name of the group
     * @param quota slot weight that its own members may use without surplus
     * @param subtreeQuota slot weight for the group and its descendants
     * @param weightInUse slot weight that its own members held before
     * @param requested slot weight that its own members hold and want, limited by their ceilings
     * @param entitled slot weight that its own members may hold now: the request, limited by quota and surplus
     * @param allocated free slot weight given to its own members, including that from regrouping
     * @param remainder whether the group got a remainder of whole slots; see {@link Group#lastRemainder}
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
