package io.fairstream.sonar;

import io.fairstream.reading.Note;

/** An unknown or guessed property of a job. */
public enum OpenPoint implements Note {
    NOT_OVER("entries with an end time although the job is RUNNING: the end is ignored"),
    SUSPENSION_OPEN("running jobs that were suspended: charged as running until a later entry has the suspended time"),
    SUBMIT_LATE("entries submitted after their start (requeued jobs): the start is used as submission time"),
    SIZE_REQUESTED("runs without a number of processors: the requested number is used");

    private final String text;

    OpenPoint(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
