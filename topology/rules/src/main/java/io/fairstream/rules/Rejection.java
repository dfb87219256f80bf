package io.fairstream.rules;

import org.jspecify.annotations.Nullable;

/** Rejection of one input record: a reason for programs, and the value and the expected value for people. Null means accepted. */
public record Rejection(Reason reason, String detail) {
    /** Creates the rejection of a value, with the detail {@code what: value (expected: expected)}. */
    public static Rejection of(Reason reason, String what, Object value, String expected) {
        return new Rejection(reason, what + ": " + value + " (expected: " + expected + ")");
    }

    /** Returns this rejection with the name of its account, target, project or user. */
    public Rejection about(String what, String name) {
        return new Rejection(reason, detail + ", " + what + " " + Names.shown(name));
    }

    /** Returns the first rejection of several checks, or null if there is none. */
    public static @Nullable Rejection first(@Nullable Rejection... checks) {
        for (Rejection refused : checks) {
            if (refused != null) {
                return refused;
            }
        }
        return null;
    }

    /** Reason for the rejection of an input record. The names are those of the schema {@code RejectionReason}. */
    public enum Reason {
        NO_KEY,
        NO_VALUE,
        KEY_MISMATCH,
        WRONG_PARTITION,
        NAME_EMPTY,
        NAME_TOO_LONG,
        NAME_CONTROL_CHARACTER,
        NO_CUSTOMER,
        WEIGHT_NEGATIVE,
        WEIGHT_NOT_FINITE,
        BEFORE_1970,
        TOO_LATE,
        IN_THE_FUTURE,
        EDIT_IMPOSSIBLE,
        NUMBER_IMPOSSIBLE,
        TIME_IMPOSSIBLE,
        JOB_INCOMPLETE,
        TRANSITION_IMPOSSIBLE,
        SNAPSHOT_CONTRADICTORY,
        SNAPSHOT_UNBALANCED,
        SNAPSHOT_OVERLAPS,
        SNAPSHOT_INCOMPLETE
    }
}
