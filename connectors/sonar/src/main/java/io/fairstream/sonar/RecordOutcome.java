package io.fairstream.sonar;

import io.fairstream.reading.Outcome;
import io.fairstream.reading.Outcome.Meaning;

/** Outcome of a sample, or of a job's entry; each has exactly one of these. */
public enum RecordOutcome implements Outcome {
    SNAPSHOT(Meaning.used("tell what was used since the sample before")),
    BASE(Meaning.used(
            "are the first of a node, or the first after a reboot, a change of processors or an hour of silence")),
    END(Meaning.used("end a run")),
    REQUEUE(Meaning.used("put a job back into the queue")),
    RUNNING(Meaning.used("are of a job that runs")),
    NEVER_RAN(Meaning.used("end a job that never ran")),
    WAITING(Meaning.leftOut(
            "of a job that waits: sonar tells no user number and no group, without which nobody can submit")),
    STEP(Meaning.passed("of a step of a job that has an entry of its own")),
    NO_USER(Meaning.leftOut("no user is named")),
    NOT_AFTER(Meaning.leftOut("not after the node's sample before")),
    NO_PROCESSORS(Meaning.leftOut("without the time of the node's processors nothing adds up")),
    FAILED_PROBE(Meaning.leftOut("sonar says that it could not measure")),
    OLD_SONAR(Meaning.unreadable("samples of a sonar before 0.18, of which no use can be worked out")),
    OTHER_KIND(Meaning.foreign("payloads of another kind")),
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
