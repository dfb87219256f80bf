package io.fairstream.rules.match;

import org.jspecify.annotations.Nullable;

/**
 * Transition of one resource by one change.
 *
 * @param held the match held from then on, or null
 * @param finished the match that ended, or null
 */
public record Transition(
        Kind kind, @Nullable OpenMatch held, @Nullable FinishedMatch finished) {
    /** Kind of effect of a change. */
    public enum Kind {
        CHANGE,
        /** The same match again. */
        REPEAT,
        /** Right, and nothing changed. */
        NO_EFFECT
    }

    static Transition opens(OpenMatch match) {
        return new Transition(Kind.CHANGE, match, null);
    }

    static Transition ends(OpenMatch held, long at, EndedBy by) {
        return new Transition(Kind.CHANGE, null, new FinishedMatch(held, at, by));
    }

    static Transition handsOver(OpenMatch held, long at, OpenMatch next) {
        return new Transition(Kind.CHANGE, next, new FinishedMatch(held, at, EndedBy.REMATCHED));
    }

    static Transition repeats(OpenMatch held) {
        return new Transition(Kind.REPEAT, held, null);
    }

    static Transition keeps(@Nullable OpenMatch held) {
        return new Transition(Kind.NO_EFFECT, held, null);
    }
}
