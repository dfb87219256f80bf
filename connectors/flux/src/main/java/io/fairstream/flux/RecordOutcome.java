package io.fairstream.flux;

/** What was made of a job of a listing, or of an entry of an eventlog; each is exactly one of these. */
public enum RecordOutcome {
    ENDED(true, "ran and are over"),
    RUNNING(true, "run"),
    WAITING(true, "wait"),
    NEVER_RAN(true, "ended without a run"),
    TOLD(true, "tell of a job's time, size or outcome"),
    PASSED(true, "are steps that change nothing of it"),
    RESOURCES(true, "tell what a job asked for or got"),
    REPEATED(false, "told before, word for word"),
    NO_USER(false, "no user is told"),
    NO_SUBMISSION(false, "of a job whose submission is not in the file, so that nobody knows whose it is"),
    NO_NUMBER(false, "of a job whose id is 0 or above 9223372036854775807, which no job event can say"),
    MALFORMED(false, "not what the format says");

    private final boolean used;
    private final String text;

    RecordOutcome(boolean used, String text) {
        this.used = used;
        this.text = text;
    }

    /** Whether it counts, and is not left out. */
    public boolean isUsed() {
        return used;
    }

    /** For a person to read, after a number. */
    public String text() {
        return text;
    }
}
