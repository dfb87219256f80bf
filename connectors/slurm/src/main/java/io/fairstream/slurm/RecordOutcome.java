package io.fairstream.slurm;

import io.fairstream.reading.Outcome;
import io.fairstream.reading.Outcome.Meaning;

/** Outcome of a record; each record has exactly one of these. */
public enum RecordOutcome implements Outcome {
    START(Meaning.used("start a run")),
    END(Meaning.used("end a run")),
    REQUEUE(Meaning.used("put a job back into the queue")),
    SIZE(Meaning.used("change a job's size")),
    RUNNING(Meaning.used("are of a job that runs")),
    WAITING(Meaning.used("are of a job that waits")),
    NEVER_RAN(Meaning.used("end a job that never ran")),
    STEP(Meaning.passed("of a step of a job that has a row of its own")),
    NO_RAW_ID(Meaning.leftOut("of an array or het job, without its own number (JobIDRaw)")),
    FAILED_QUERY(Meaning.leftOut("sonar says that it could not ask Slurm")),
    NO_USER(Meaning.leftOut("no user is named")),
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
