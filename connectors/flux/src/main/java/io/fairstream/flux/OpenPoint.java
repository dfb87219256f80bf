package io.fairstream.flux;

import io.fairstream.reading.Note;

/** An unknown or guessed property of a job. */
public enum OpenPoint implements Note {
    WAIT_UNTOLD(
            "jobs whose time in the queue is left out, for want of a user's number, a time of submission or a size"),
    STATE_BY_TIMES("jobs whose times say another state than their number, as before May 2020: the times count"),
    CORES_UNKNOWN("jobs whose cores are not told: the number of tasks stands for it"),
    SIZE_UNKNOWN("runs whose nodes and cores are not told: charged for none");

    private final String text;

    OpenPoint(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
