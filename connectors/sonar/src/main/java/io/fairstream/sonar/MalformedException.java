package io.fairstream.sonar;

/** A payload or an entry that is not what the format says; the message tells a person why, in one line. */
final class MalformedException extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedException(String message) {
        super(message.replaceAll("\\s*\\R\\s*", "; "));
    }

    /** Of one field: {@code time: "x" (expected: …)}. */
    MalformedException(String field, Object value, String expected) {
        this(field + ": " + value + " (expected: " + expected + ")");
    }
}
