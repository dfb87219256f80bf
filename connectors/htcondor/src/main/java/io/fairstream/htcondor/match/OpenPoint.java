package io.fairstream.htcondor.match;

import io.fairstream.reading.Note;

/** An unknown or guessed property of a match that was used. */
public enum OpenPoint implements Note {
    WEIGHT_REQUESTED("matches of unknown weight: the requested cores are used"),
    WEIGHT_UNKNOWN("matches of unknown weight: counted as 1"),
    SLOTS_UNKNOWN("parallel jobs with an unknown number of slots: counted as 1"),
    END_UNKNOWN("runs without an end time: they end when the job's status changed, and last at most as long "
            + "as all its runs together"),
    EARLIER_RUNS("earlier runs of these jobs are left out: only condor_history -epochs has their times"),
    HOUR_TWICE("events in the hour that occurs twice when summer time ends: the first one is used while the "
            + "log does not go back");

    private final String text;

    OpenPoint(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
