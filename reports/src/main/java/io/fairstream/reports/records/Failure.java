package io.fairstream.reports.records;

import java.util.function.Supplier;

/** Failure of a command that its user can fix: the message is the one line shown, exit code 1. */
public final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public Failure(String message) {
        super(message);
    }

    public Failure(String message, Throwable cause) {
        super(message, cause);
    }

    /** Returns the failure of an operation with the message of the innermost cause. */
    public static Failure stopped(String what, Throwable cause) {
        Throwable root = cause;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return new Failure(what + " stopped: " + (root.getMessage() == null ? root : root.getMessage()), cause);
    }

    /** Returns a value; an {@link IllegalArgumentException} becomes a failure with the same message. */
    public static <T> T ifRefused(Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException e) {
            throw new Failure(String.valueOf(e.getMessage()), e);
        }
    }
}
