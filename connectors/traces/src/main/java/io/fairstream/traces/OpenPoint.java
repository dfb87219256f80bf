package io.fairstream.traces;

import io.fairstream.reading.Note;

/** An unknown or guessed property of a trace. */
public enum OpenPoint implements Note {
    NO_START_TIME("header without UnixStartTime: the trace begins in 1970"),
    PROCESSORS_REQUESTED("jobs of which only the processors asked for are known: they stand for those allocated"),
    NO_USER("jobs of an unknown user"),
    FURTHER_COLUMNS("lines with more than 18 columns: the further ones are left out");

    private final String text;

    OpenPoint(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
