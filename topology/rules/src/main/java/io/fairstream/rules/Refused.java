package io.fairstream.rules;

/**
 * A refusal of one input record.
 *
 * @param reason why, for programs
 * @param detail the value, what was expected and the key, for people
 */
public record Refused(Reason reason, String detail) {}
