package io.fairstream.flux;

import io.fairstream.reading.Note;

/** An unknown or guessed property of a job. */
public enum OpenPoint implements Note {
    WAIT_UNTOLD("jobs without a queued event: user id, submission time or size is unknown"),
    STATE_BY_TIMES("jobs whose state number contradicts their times (as before May 2020): the times are used"),
    CORES_UNKNOWN("jobs without a number of cores: the number of tasks is used"),
    SIZE_UNKNOWN("runs without numbers of nodes and cores: not charged");

    private final String text;

    OpenPoint(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
