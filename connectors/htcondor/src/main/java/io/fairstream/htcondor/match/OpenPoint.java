package io.fairstream.htcondor.match;

import io.fairstream.reading.Note;

/** A thing that had to be left open or guessed of a match that counts. */
public enum OpenPoint implements Note {
    HOUR_TWICE("events at a time that the clock shows twice: the first, as long as the log does not go back");

    private final String text;

    OpenPoint(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
