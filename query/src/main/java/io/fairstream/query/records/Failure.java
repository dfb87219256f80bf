package io.fairstream.query.records;

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
        return new Failure(what + " stopped: " + reason(cause), cause);
    }

    /** Returns the message of the innermost cause; outer ones say that something failed, and not why. */
    public static String reason(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.getMessage() == null ? root.toString() : root.getMessage();
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
