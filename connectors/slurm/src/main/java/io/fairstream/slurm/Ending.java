package io.fairstream.slurm;

import io.fairstream.schemas.JobState;

/**
 * What a state in which Slurm says that a run ended means for the job.
 *
 * <p>A requeue is told with the state that the job has then: it waits again. A change of size is told as the end of a
 * run, which it is not.
 */
public enum Ending {
    OVER(JobState.COMPLETE),
    WAITS_AGAIN(JobState.PENDING),
    HELD(JobState.HELD),
    SIZE_CHANGED(JobState.RUNNING);

    private final JobState state;

    Ending(JobState state) {
        this.state = state;
    }

    /** By the word; one that is not known is how the run ended. */
    public static Ending of(String word) {
        return switch (word) {
            case "PENDING", "REQUEUED", "REQUEUE_FED" -> WAITS_AGAIN;
            case "REQUEUE_HOLD", "RESV_DEL_HOLD", "SPECIAL_EXIT" -> HELD;
            case "RESIZING" -> SIZE_CHANGED;
            default -> OVER;
        };
    }

    /** The job's state from then on. */
    public JobState state() {
        return state;
    }
}
