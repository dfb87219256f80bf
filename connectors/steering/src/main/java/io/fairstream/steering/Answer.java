package io.fairstream.steering;

/**
 * Answer of a scheduler to an edit.
 *
 * @param accepted whether the scheduler took it
 * @param text the scheduler's words, in one line; empty if it said nothing
 * @param isGone whether there was nothing any more to be edited, as a job that runs by now
 */
public record Answer(Edit edit, boolean accepted, String text, boolean isGone) {
    /** Creates an answer for an edit whose target exists. */
    public Answer(Edit edit, boolean accepted, String text) {
        this(edit, accepted, text, false);
    }
}
