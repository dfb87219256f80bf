package io.fairstream.streams.wire;

import org.apache.kafka.common.errors.SerializationException;

/**
 * A row that holds NaN or infinity, and is therefore not written: whoever adds it up would have NaN for good, and JSON has no word
 * for it.
 */
public final class NotFiniteException extends SerializationException {
    private static final long serialVersionUID = 1L;

    NotFiniteException(String topic) {
        super(topic + ": a number that is not finite (expected: finite numbers only)");
    }

    /** Checks that the written value may go to the topic. */
    static void check(String topic, AvroOut out) {
        if (!out.isFinite()) {
            throw new NotFiniteException(topic);
        }
    }
}
