package io.fairstream.rules;

/**
 * A refusal of one input record.
 *
 * @param reason why, for programs
 * @param detail the value and what was expected, for people
 */
public record Refused(Reason reason, String detail) {}
