package io.fairstream.htcondor.match;

import io.fairstream.reading.Note;

/** An unknown or guessed property of a match that was used. */
public enum OpenPoint implements Note {
    WEIGHT_REQUESTED("matches of unknown weight: the cores that were asked for stand for it"),
    WEIGHT_UNKNOWN("matches of unknown weight: counted as 1"),
    SLOTS_UNKNOWN("parallel jobs of which nothing says how many slots they claim: counted as 1"),
    END_UNKNOWN(
            "runs of which nothing says when they ended: until the job's status changed, at most as long as all its runs"),
    EARLIER_RUNS(
            "earlier runs of these jobs left out: their times are in the ads of epochs only (condor_history -epochs)"),
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
