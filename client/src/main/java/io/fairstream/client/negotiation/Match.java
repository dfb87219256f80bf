package io.fairstream.client.negotiation;

import org.jspecify.annotations.Nullable;

/**
 * Match of a slot with a submitter.
 *
 * @param slot name of the slot
 * @param weight slot weight
 * @param submitter new holder
 * @param preempted previous holder; null if the slot was free
 * @param reason reason of the match
 */
public record Match(
        String slot,
        double weight,
        String submitter,
        @Nullable String preempted,
        Reason reason) {
    /** Reason of a match. */
    public enum Reason {
        /** The slot was free. */
        FREE,
        /** The machine prefers the submitter to the previous holder. */
        RANK,
        /** The submitter holds less than its share, the previous holder more, and the policy allows preemption. */
        PRIORITY
    }
}
