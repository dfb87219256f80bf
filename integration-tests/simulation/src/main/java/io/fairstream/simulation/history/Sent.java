package io.fairstream.simulation.history;

import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A record as some client wrote it.
 *
 * @param topic without prefix
 * @param partition into which it was written; -1 for that of its key
 * @param timestamp when it was sent, milliseconds since 1970
 */
public record Sent(
        String topic,
        int partition,
        @Nullable Bytes key,
        @Nullable Bytes value,
        long timestamp) {}
