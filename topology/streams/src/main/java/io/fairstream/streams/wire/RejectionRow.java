package io.fairstream.streams.wire;

import io.fairstream.rules.Refused;
import org.jspecify.annotations.Nullable;

/**
 * A refused record.
 *
 * @param at the event's own time, milliseconds since 1970, or null if the record had no value
 * @param original the event as plain JSON, or empty
 */
public record RejectionRow(
        String topic, int partition, long offset, @Nullable Long at, Refused refused, String original) {}
