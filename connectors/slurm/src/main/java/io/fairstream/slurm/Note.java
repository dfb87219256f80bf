package io.fairstream.slurm;

/** What had to be left open of a record that was used. */
public enum Note {
    MEMORY_UNKNOWN("jobs with a memory that is no amount (ReqMem): left open"),
    WAIT_UNTOLD("rows whose time in the queue is left out, for want of a user's number, group or size"),
    SUSPENSION_OPEN("runs that go on and were suspended: charged as running until their last row tells for how long"),
    SIZE_UNKNOWN("jobs that changed their size without a row for the new one: ended there");

    private final String text;

    Note(String text) {
        this.text = text;
    }

    /** For a person to read, after a number. */
    public String text() {
        return text;
    }
}
