package io.fairstream.flux;

/** A record that cannot be read; the message tells a person why, in one line. */
public final class MalformedException extends Exception {
    private static final long serialVersionUID = 1L;

    private static final int LONGEST_SHOWN = 200;

    private final RecordOutcome finding;

    MalformedException(String message) {
        this(RecordOutcome.MALFORMED, message);
    }

    /** Of one field: {@code t_run: "x" (expected: …)}. */
    MalformedException(String field, Object value, String expected) {
        this(field + ": " + (value instanceof String ? "\"" + shown(value) + "\"" : shown(value)) + " (expected: "
                + expected + ")");
    }

    private static String shown(Object value) {
        String text = value.toString();
        return text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN) + "...";
    }

    MalformedException(RecordOutcome finding, String message) {
        super(message.replaceAll("\\s*\\R\\s*", "; "));
        this.finding = finding;
    }

    /** As what it counts. */
    RecordOutcome finding() {
        return finding;
    }
}
