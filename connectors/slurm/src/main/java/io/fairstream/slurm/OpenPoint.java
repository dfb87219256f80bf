package io.fairstream.slurm;

import io.fairstream.reading.Note;

/** An unknown or guessed property of a record that was used. */
public enum OpenPoint implements Note {
    NAME_OPEN("rows with a separator in the job's name or the text beside it: the shortest possible name is used"),
    MEMORY_UNKNOWN("jobs with an unreadable ReqMem: memory is unknown"),
    WAIT_UNTOLD("rows without a queued event: user id, group or size is unknown"),
    SUSPENSION_OPEN("running jobs that were suspended: charged as running until a later row has the suspended time"),
    COUNT_ROUNDED("rows with a rounded number of CPUs or nodes (1.50K): the exact number is unknown"),
    SUBMIT_LATE("rows with Submit after Start (requeued jobs): Start is used as submission time"),
    NOT_OVER("rows with an end time although the job is RUNNING or PENDING: the end is ignored"),
    HOUR_TWICE("rows with a time in the hour that occurs twice when summer time ends: the first one is used"),
    ELAPSED_DIFFERS("runs whose Elapsed differs from End - Start - Suspended: charged from Start to End (is "
            + "--zone the zone of sacct?)"),
    SIZE_UNKNOWN("resized jobs without a row for the new size: they end at the change");

    private final String text;

    OpenPoint(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
