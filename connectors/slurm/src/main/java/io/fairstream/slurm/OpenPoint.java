package io.fairstream.slurm;

import io.fairstream.reading.Note;

/** An unknown or guessed property of a record that was used. */
public enum OpenPoint implements Note {
    NAME_OPEN("rows with a separator between the job's name and another text: the name is as short as it can be"),
    MEMORY_UNKNOWN("jobs with a memory that is no amount (ReqMem): left open"),
    WAIT_UNTOLD("rows whose time in the queue is left out, for want of a user's number, group or size"),
    SUSPENSION_OPEN("runs that go on and were suspended: charged as running until their last row tells for how long"),
    COUNT_ROUNDED("rows with a rounded count of CPUs or nodes (1.50K) and nothing that tells the real one"),
    SUBMIT_LATE("rows with Submit after Start, as of requeued jobs: taken as submitted when they started"),
    NOT_OVER("rows with an end of a job that goes on (RUNNING, PENDING): the job stays open"),
    HOUR_TWICE("rows with a time that the clock shows twice, and nothing says which is meant: the first"),
    ELAPSED_DIFFERS(
            "runs whose Elapsed is not End - Start - Suspended: charged from Start to End (is --zone that of sacct?)"),
    SIZE_UNKNOWN("jobs that changed their size without a row for the new one: ended there");

    private final String text;

    OpenPoint(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
