package io.fairstream.steering;

/**
 * What became of an edit.
 *
 * @param accepted whether the scheduler took it
 * @param text the scheduler's words, in one line; empty if it said nothing
 */
public record Answer(Edit edit, boolean accepted, String text) {}
