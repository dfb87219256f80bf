package io.fairstream.sonar;

import io.fairstream.reading.Note;

/** An unknown or guessed property of a job. */
public enum OpenPoint implements Note {
    NOT_OVER("entries with an end of a job that goes on (RUNNING): the job stays open"),
    SUSPENSION_OPEN("runs that go on and were suspended: charged as running until a later entry tells for how long"),
    SUBMIT_LATE("entries submitted after they started, as of requeued jobs: taken as submitted when they started"),
    SIZE_REQUESTED("runs whose processors are not told: those that were asked for stand for them");

    private final String text;

    OpenPoint(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
