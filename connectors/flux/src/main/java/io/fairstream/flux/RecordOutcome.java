package io.fairstream.flux;

import io.fairstream.reading.Outcome;
import io.fairstream.reading.Outcome.Meaning;

/** Outcome of a job of a listing, or of an entry of an eventlog; each has exactly one of these. */
public enum RecordOutcome implements Outcome {
    ENDED(Meaning.used("ran and are over")),
    RUNNING(Meaning.used("run")),
    WAITING(Meaning.used("wait")),
    NEVER_RAN(Meaning.used("ended without a run")),
    UPDATE(Meaning.used("tell of a job's time, size or outcome")),
    PASSED(Meaning.used("are steps that change nothing of it")),
    RESOURCES(Meaning.used("tell what a job asked for or got")),
    REPEATED(Meaning.passed("told before, word for word")),
    NO_USER(Meaning.leftOut("no user is told")),
    NO_SUBMISSION(Meaning.leftOut("of a job whose submission is not in the file, so that nobody knows whose it is")),
    NO_NUMBER(Meaning.leftOut("of a job whose id is 0 or above 9223372036854775807, which no job event can say")),
    MALFORMED(Meaning.unreadable("not what the format says"));

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
