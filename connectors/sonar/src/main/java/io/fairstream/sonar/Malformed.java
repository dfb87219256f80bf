package io.fairstream.sonar;

/** A payload or an entry that is not what the format says; the message tells a person why, in one line. */
final class Malformed extends Exception {
    private static final long serialVersionUID = 1L;

    Malformed(String message) {
        super(message.replaceAll("\\s*\\R\\s*", "; "));
    }

    /** Of one field: {@code time: "x" (expected: …)}. */
    Malformed(String field, Object value, String expected) {
        this(field + ": " + value + " (expected: " + expected + ")");
    }
}
