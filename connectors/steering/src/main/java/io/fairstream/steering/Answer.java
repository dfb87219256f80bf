package io.fairstream.steering;

/**
 * Response of a scheduler to an edit.
 *
 * @param accepted whether the scheduler accepted it
 * @param text the scheduler's message, in one line; empty if there was none
 * @param isGone whether the target no longer exists, such as a job that runs by now
 */
public record Answer(Edit edit, boolean accepted, String text, boolean isGone) {
    /** Creates an answer for an edit whose target exists. */
    public Answer(Edit edit, boolean accepted, String text) {
        this(edit, accepted, text, false);
    }
}
