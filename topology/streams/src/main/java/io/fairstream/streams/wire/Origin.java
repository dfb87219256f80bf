package io.fairstream.streams.wire;

import io.fairstream.rules.journal.Cause;

/** Where an input record stands. */
public record Origin(String topic, int partition, long offset) {
    /** The record as what charges follow from, with its timestamp, milliseconds since 1970. */
    public Cause cause(long sent) {
        return new Cause(topic, partition, offset, sent);
    }
}
