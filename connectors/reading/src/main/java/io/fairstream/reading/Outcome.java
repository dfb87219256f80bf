package io.fairstream.reading;

/** Outcome of a record; each record has exactly one. They are reported in this order, each with its text behind a number of records. */
public enum Outcome {
    BEGIN(Kind.USED, "begin a match"),
    START(Kind.USED, "start a run"),
    END(Kind.USED, "end a match or run"),
    RUN(Kind.USED, "are a match from its begin to its end"),
    JOB(Kind.USED, "are a job that ran"),
    SUSPENDED(Kind.USED, "suspend a match"),
    RESUMED(Kind.USED, "resume a match"),
    KEPT(Kind.USED, "confirm that a match continues"),
    LEARNED(Kind.USED, "describe a job or slot"),
    REQUEUE(Kind.USED, "put a job back into the queue"),
    SIZE(Kind.USED, "change the size of a job"),
    ENDED(Kind.USED, "are of a job that has ended"),
    RUNNING(Kind.USED, "are of a running job"),
    WAITING(Kind.USED, "are of a waiting job"),
    NEVER_RAN(Kind.USED, "end a job that never ran"),
    UPDATE(Kind.USED, "report the time, size or result of a job"),
    PASSED(Kind.USED, "are steps of a job without effect"),
    RESOURCES(Kind.USED, "report requested or allocated resources"),
    SNAPSHOT(Kind.USED, "measure the use since the sample before"),
    BASE(
            Kind.USED,
            "are baselines: the first of a node, or the first after a reboot, a change of processors or an hour without any"),

    REPEATED(Kind.PASSED, "duplicate"),
    NOT_ABOUT_USE(Kind.PASSED, "not about the use of slots"),
    NO_MATCH(Kind.PASSED, "of a job that has no slot"),
    NO_CLAIM(Kind.PASSED, "of a job of the scheduler, local or grid universe, which claims no slot"),
    NO_RUN(Kind.PASSED, "of a job that never ran"),
    NO_RUN_TIME(Kind.PASSED, "without a run"),
    STEP(Kind.PASSED, "of a step of a job that has a record of its own"),
    PARTIAL_RECORD(Kind.PASSED, "part of a job that has a record of its own"),

    NO_JOB_ID(Kind.LEFT_OUT, "without a job id: cluster or process is negative or missing"),
    NO_SLOT(Kind.LEFT_OUT, "without a slot"),
    NO_USER(Kind.LEFT_OUT, "without a user"),
    NO_CUSTOMER(Kind.LEFT_OUT, "without a user (--user names one)"),
    NOT_RUNNING(Kind.LEFT_OUT, "about a match that is not open"),
    UNKNOWN_KIND(Kind.LEFT_OUT, "of an unknown kind"),
    BAD_TIME(Kind.LEFT_OUT, "without a valid time"),
    NO_SUBMIT_TIME(Kind.LEFT_OUT, "without a time of submission"),
    NO_SUBMISSION(Kind.LEFT_OUT, "of a job whose submission is not in the file, so that its user is unknown"),
    NO_PROCESSORS(Kind.LEFT_OUT, "without a number of processors"),
    NO_RAW_ID(Kind.LEFT_OUT, "of an array or het job, without its own number (JobIDRaw)"),
    NO_NUMBER(Kind.LEFT_OUT, "of a job whose id is 0 or above 9223372036854775807, which a job event cannot hold"),
    NO_WAITING_USER(
            Kind.LEFT_OUT, "of a waiting job: sonar has neither user id nor group, which a submission requires"),
    NOT_AFTER(Kind.LEFT_OUT, "not later than the node's sample before"),
    NO_NODE_TIME(Kind.LEFT_OUT, "without the time of the node's processors, which all uses add up to"),
    FAILED_QUERY(Kind.LEFT_OUT, "of a failed query of Slurm by sonar"),
    FAILED_PROBE(Kind.LEFT_OUT, "of a failed measurement by sonar"),

    OTHER_KIND(Kind.FOREIGN, "payloads of another kind"),

    OLD_SONAR(Kind.UNREADABLE, "samples of a sonar before 0.18, whose use cannot be computed"),
    MALFORMED(Kind.UNREADABLE, "malformed"),
    CUT_OFF(Kind.UNREADABLE, "truncated");

    /** Kind of outcome: whether and how a record counts. */
    enum Kind {
        USED,
        /** Left out; no data is missing. */
        PASSED,
        /** Left out because it has another format, as other records of the same stream. */
        FOREIGN,
        /** Left out; data may be missing. */
        LEFT_OUT,
        /** Left out because its format is invalid. */
        UNREADABLE
    }

    private final Kind kind;
    private final String text;

    Outcome(Kind kind, String text) {
        this.kind = kind;
        this.text = text;
    }

    Kind kind() {
        return kind;
    }

    String text() {
        return text;
    }
}
