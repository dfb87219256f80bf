package io.fairstream.streams.wire;

import io.fairstream.rules.assign.Assignment;

/**
 * An assignment as it is published.
 *
 * @param user whose host it is
 * @param at time of the report that led to it, milliseconds since 1970
 * @param policy how projects were compared
 */
public record AssignmentRow(String user, long at, String policy, Assignment assignment) {}
