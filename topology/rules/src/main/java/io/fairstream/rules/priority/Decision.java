package io.fairstream.rules.priority;

/**
 * A factor, ceiling or floor that was decided.
 *
 * @param value the factor, 1 or more; the ceiling in slot weight, or -1 for none; the floor in slot weight, 0 for none
 * @param at since when, milliseconds since 1970
 * @param until when it ends, milliseconds since 1970, or {@link #FOR_GOOD}
 */
public record Decision(Kind kind, double value, long at, long until) {
    /** No end. */
    public static final long FOR_GOOD = Long.MAX_VALUE;

    /** Kind of a decision. The names are those of the schema {@code LeaseKind}. */
    public enum Kind {
        FACTOR(0),
        CEILING(1),
        FLOOR(2);

        private final int rank;

        Kind(int rank) {
            this.rank = rank;
        }

        /** Position among the edits of the same instant. */
        int rank() {
            return rank;
        }
    }

    /** True if the decision removes the ceiling or the floor. */
    public boolean isNone() {
        return (kind == Kind.CEILING && value == -1) || (kind == Kind.FLOOR && value == 0);
    }

    public boolean isForGood() {
        return until == FOR_GOOD;
    }
}
