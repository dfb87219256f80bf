package io.fairstream.htcondor.match;

/** What was made of an entry; each entry is exactly one of these. */
public enum RecordOutcome {
    BEGIN(true, "begin a match"),
    END(true, "end a match"),
    RUN(true, "are a match from its begin to its end"),
    SUSPENDED(true, "suspend a match"),
    RESUMED(true, "resume a match"),
    KEPT(true, "say that a match goes on"),
    LEARNED(true, "tell of a job or slot"),
    REPEATED(false, "said before"),
    NOT_ABOUT_USE(false, "of a kind that says nothing of who holds a slot"),
    NO_JOB_ID(false, "no job id: cluster or process is negative or missing"),
    NO_SLOT(false, "no slot is named"),
    NO_USER(false, "nobody knows the user; --user names one"),
    NOT_RUNNING(false, "about a match that is not open"),
    NEVER_RAN(false, "of a job that never ran"),
    NO_LENGTH(false, "of a run that lasted no time"),
    UNKNOWN_KIND(false, "of an unknown kind"),
    BAD_TIME(false, "time is missing or none"),
    MALFORMED(false, "not what the format says"),
    CUT_OFF(false, "cut off before its end");

    private final boolean used;
    private final String text;

    RecordOutcome(boolean used, String text) {
        this.used = used;
        this.text = text;
    }

    /** Whether the entry counts, and is not left out. */
    public boolean isUsed() {
        return used;
    }

    /** For a person to read, after a number of entries. */
    public String text() {
        return text;
    }
}
