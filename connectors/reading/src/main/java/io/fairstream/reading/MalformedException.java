package io.fairstream.reading;

import org.jspecify.annotations.Nullable;

/** A record that is not what its format says; the message tells a person why, in one line. */
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

    /**
     * Creates an exception for a record that is to be counted as that outcome; null for the reader's own outcome for malformed
     * records.
     */
    public MalformedException(@Nullable Outcome outcome, String message) {
        super(message.replaceAll("\\s*\\R\\s*", "; "));
        this.outcome = outcome;
    }

    private static String shown(Object value) {
        String text = value.toString();
        return text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN) + "...";
    }

    /** Counted as the same, with a message that says more. */
    public MalformedException in(String place) {
        return new MalformedException(outcome, place + ": " + getMessage());
    }

    /** As what the record is to be counted. */
    public Outcome outcomeOr(Outcome usual) {
        return outcome == null ? usual : outcome;
    }
}
