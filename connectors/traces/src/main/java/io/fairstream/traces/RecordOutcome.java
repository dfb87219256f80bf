package io.fairstream.traces;

import io.fairstream.reading.Outcome;
import io.fairstream.reading.Outcome.Meaning;

/** Outcome of a line of a trace; each line has exactly one. */
public enum RecordOutcome implements Outcome {
    JOB(Meaning.used("used something")),
    NO_SUBMIT_TIME(Meaning.leftOut("time of submission is unknown")),
    NO_RUN_TIME(Meaning.passed("never ran, or for no time")),
    NO_PROCESSORS(Meaning.leftOut("number of processors is unknown")),
    PARTIAL_RECORD(Meaning.passed("part of a job that has a line of its own")),
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
