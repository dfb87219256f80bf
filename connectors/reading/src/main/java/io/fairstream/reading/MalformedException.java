package io.fairstream.reading;

import org.jspecify.annotations.Nullable;

/** Failure for a record that does not follow its format; the message gives the reason in one line. */
public final class MalformedException extends Exception {
    private static final long serialVersionUID = 1L;

    private static final int LONGEST_SHOWN = 200;

    private final transient @Nullable Outcome outcome;

    public MalformedException(String message) {
        this(null, message);
    }

    /** Creates an exception for one field: {@code end: "x" (expected: …)}. */
    public MalformedException(String field, Object value, String expected) {
        this(field + ": " + (value instanceof String ? "\"" + shown(value) + "\"" : shown(value)) + " (expected: "
                + expected + ")");
    }

    /** Creates an exception for a record with its outcome; null for the reader's own outcome for malformed records. */
    public MalformedException(@Nullable Outcome outcome, String message) {
        super(message.replaceAll("\\s*\\R\\s*", "; "));
        this.outcome = outcome;
    }

    private static String shown(Object value) {
        String text = value.toString();
        return text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN) + "...";
    }

    /** Returns the same outcome with a place in the message. */
    public MalformedException in(String place) {
        return new MalformedException(outcome, place + ": " + getMessage());
    }

    /** Returns the outcome of the record, or the usual one. */
    public Outcome outcomeOr(Outcome usual) {
        return outcome == null ? usual : outcome;
    }
}
