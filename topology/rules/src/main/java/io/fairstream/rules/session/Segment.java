package io.fairstream.rules.session;

/**
 * A delta and where its record stands in the input topic.
 *
 * @param partition of the record
 * @param offset of the record
 */
public record Segment(SessionDelta delta, int partition, long offset) {}
