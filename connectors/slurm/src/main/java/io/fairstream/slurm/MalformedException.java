package io.fairstream.slurm;

/** A record that is not what its format says; the message tells a person why, in one line. */
public final class MalformedException extends Exception {
    private static final long serialVersionUID = 1L;

    public MalformedException(String message) {
        super(message.replaceAll("\\s*\\R\\s*", "; "));
    }

    /** Of one field: {@code end: "x" (expected: …)}. */
    public MalformedException(String field, Object value, String expected) {
        this(field + ": " + (value instanceof String ? "\"" + value + "\"" : value) + " (expected: " + expected + ")");
    }
}
