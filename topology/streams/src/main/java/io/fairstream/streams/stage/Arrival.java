package io.fairstream.streams.stage;

import io.fairstream.rules.journal.Cause;
import io.fairstream.streams.wire.Origin;

/**
 * An event that stands in the right place.
 *
 * @param key of its record
 * @param timestamp of its record, milliseconds since 1970
 * @param origin where its record stands
 */
public record Arrival<E>(String key, E event, long timestamp, Origin origin) {
    /** The record as what charges follow from. */
    public Cause cause() {
        return origin.cause(timestamp);
    }
}
