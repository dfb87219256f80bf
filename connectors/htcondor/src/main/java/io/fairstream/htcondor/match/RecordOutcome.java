package io.fairstream.htcondor.match;

import io.fairstream.reading.Outcome;
import io.fairstream.reading.Outcome.Meaning;

/** Outcome of an entry; each entry has exactly one of these. */
public enum RecordOutcome implements Outcome {
    BEGIN(Meaning.used("begin a match")),
    END(Meaning.used("end a match")),
    RUN(Meaning.used("are a match from its begin to its end")),
    SUSPENDED(Meaning.used("suspend a match")),
    RESUMED(Meaning.used("resume a match")),
    KEPT(Meaning.used("say that a match goes on")),
    LEARNED(Meaning.used("tell of a job or slot")),
    REPEATED(Meaning.passed("said before")),
    NOT_ABOUT_USE(Meaning.passed("of a kind that says nothing of who holds a slot")),
    NO_JOB_ID(Meaning.leftOut("no job id: cluster or process is negative or missing")),
    NO_SLOT(Meaning.leftOut("no slot is named")),
    NO_USER(Meaning.leftOut("nobody knows the user; --user names one")),
    NO_MATCH(Meaning.passed("of a job that holds no slot")),
    NOT_RUNNING(Meaning.leftOut("about a match that is not open")),
    NO_CLAIM(Meaning.passed("of a job of the scheduler, local or grid universe, which claims no slot")),
    NEVER_RAN(Meaning.passed("of a job that never ran")),
    NO_LENGTH(Meaning.passed("of a run that lasted no time")),
    UNKNOWN_KIND(Meaning.leftOut("of an unknown kind")),
    BAD_TIME(Meaning.leftOut("time is missing or none")),
    MALFORMED(Meaning.unreadable("not what the format says")),
    CUT_OFF(Meaning.unreadable("cut off before its end"));

    @SuppressWarnings("ImmutableEnumChecker") // a record of an enum and a text
    private final Meaning meaning;

    RecordOutcome(Meaning meaning) {
        this.meaning = meaning;
    }

    @Override
    public Meaning meaning() {
        return meaning;
    }
}
