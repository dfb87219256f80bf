package io.fairstream.traces;

import io.fairstream.reading.Note;

/** An unknown or guessed property of a trace. */
public enum OpenPoint implements Note {
    NO_START_TIME("header without UnixStartTime: the trace begins in 1970"),
    PROCESSORS_REQUESTED("jobs without allocated processors: the requested number is used"),
    NO_USER("jobs of an unknown user"),
    FURTHER_COLUMNS("lines with more than 18 columns: the additional ones are ignored");

    private final String text;

    OpenPoint(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
