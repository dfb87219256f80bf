package io.fairstream.negotiator;

import org.jspecify.annotations.Nullable;

/**
 * A slot for a submitter.
 *
 * @param slot the slot's name
 * @param weight its weight
 * @param submitter who gets it
 * @param preempted who has to give it up; null when it is free
 * @param reason why it could be given
 */
public record Match(
        String slot,
        double weight,
        String submitter,
        @Nullable String preempted,
        Reason reason) {
    /** Why a slot could be given. */
    public enum Reason {
        /** Nobody held it. */
        FREE,
        /** The machine prefers the submitter to who held it. */
        RANK,
        /** The submitter holds less than is due, who held it more, and the policy allows it. */
        PRIORITY
    }
}
