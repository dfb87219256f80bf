package io.fairstream.traces;

/** Why a job of a trace counts for nothing. */
public enum NoUsage {
    NO_SUBMIT_TIME("time of submission is unknown"),
    NO_RUN_TIME("never ran, or for no time"),
    NO_PROCESSORS("number of processors is unknown"),
    PARTIAL_RECORD("part of a job that has a line of its own");

    private final String text;

    NoUsage(String text) {
        this.text = text;
    }

    /** The reason for a person to read. */
    public String text() {
        return text;
    }
}
