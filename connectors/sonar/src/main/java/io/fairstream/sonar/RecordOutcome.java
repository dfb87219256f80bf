package io.fairstream.sonar;

/** What was made of a sample, or of a job's entry; each is exactly one of these. */
public enum RecordOutcome {
    SNAPSHOT(true, "tell what was used since the sample before"),
    BASE(true, "are the first of a node, or the first after a reboot, a change of processors or an hour of silence"),
    END(true, "end a run"),
    RUNNING(true, "are of a job that runs"),
    NEVER_RAN(true, "end a job that never ran"),
    WAITING(false, "of a job that waits: sonar tells no user number and no group, without which nobody can submit"),
    STEP(false, "of a step of a job that has an entry of its own"),
    NO_USER(false, "no user is named"),
    NOT_AFTER(false, "not after the node's sample before"),
    NO_PROCESSORS(false, "without the time of the node's processors nothing adds up"),
    FAILED_PROBE(false, "sonar says that it could not measure"),
    OTHER_KIND(false, "payloads of another kind"),
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
