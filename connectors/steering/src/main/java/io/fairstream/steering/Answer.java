package io.fairstream.steering;

/**
 * What became of an edit.
 *
 * @param accepted whether the scheduler took it
 * @param text the scheduler's words, in one line; empty if it said nothing
 * @param isGone whether there was nothing any more to be edited, as a job that runs by now
 */
public record Answer(Edit edit, boolean accepted, String text, boolean isGone) {
    /** Of what is there. */
    public Answer(Edit edit, boolean accepted, String text) {
        this(edit, accepted, text, false);
    }
}
