package io.fairstream.slurm;

/** What was made of a record; each record is exactly one of these. */
public enum RecordOutcome {
    START(true, "start a run"),
    END(true, "end a run"),
    REQUEUE(true, "put a job back into the queue"),
    SIZE(true, "change a job's size"),
    RUNNING(true, "are of a job that runs"),
    WAITING(true, "are of a job that waits"),
    NEVER_RAN(true, "end a job that never ran"),
    STEP(false, "of a step of a job that has a row of its own"),
    NO_RAW_ID(false, "of an array or het job, without its own number (JobIDRaw)"),
    NO_USER(false, "no user is named"),
    MALFORMED(false, "not what the format says");

    private final boolean used;
    private final String text;

    RecordOutcome(boolean used, String text) {
        this.used = used;
        this.text = text;
    }

    /** Whether the record counts, and is not left out. */
    public boolean isUsed() {
        return used;
    }

    /** For a person to read, after a number of records. */
    public String text() {
        return text;
    }
}
