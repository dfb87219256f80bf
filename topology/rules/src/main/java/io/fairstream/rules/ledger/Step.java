package io.fairstream.rules.ledger;

import org.jspecify.annotations.Nullable;

/**
 * What one change makes of one resource.
 *
 * @param held the match held from then on, or null
 * @param finished the match that ended, or null
 */
public record Step(
        Kind kind, @Nullable OpenMatch held, @Nullable FinishedMatch finished) {
    /** Whether something changed. */
    public enum Kind {
        CHANGE,
        /** The same match again. */
        REPEAT,
        /** Right, and nothing changed. */
        NO_EFFECT
    }

    static Step opens(OpenMatch match) {
        return new Step(Kind.CHANGE, match, null);
    }

    static Step ends(OpenMatch held, long at, EndedBy by) {
        return new Step(Kind.CHANGE, null, new FinishedMatch(held, at, by));
    }

    static Step handsOver(OpenMatch held, long at, OpenMatch next) {
        return new Step(Kind.CHANGE, next, new FinishedMatch(held, at, EndedBy.REMATCHED));
    }

    static Step repeats(OpenMatch held) {
        return new Step(Kind.REPEAT, held, null);
    }

    static Step keeps(@Nullable OpenMatch held) {
        return new Step(Kind.NO_EFFECT, held, null);
    }
}
