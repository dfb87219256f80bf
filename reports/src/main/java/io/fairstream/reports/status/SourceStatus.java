package io.fairstream.reports.status;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One input, and how far the topology is with it.
 *
 * @param topic without the prefix
 * @param waiting records that the topology has not yet come to
 * @param unread records that were deleted before the topology came to them, at most
 * @param heard when its newest record was sent; null if it is empty
 * @param newest the latest event time that was accepted; null if none was, or events have none
 * @param counts what became of the records read
 */
public record SourceStatus(
        String topic,
        long waiting,
        long unread,
        @Nullable Instant heard,
        @Nullable Instant newest,
        Counts counts) {
    /** Counts of records by outcome; those that wait for the rest of their snapshot are pending. */
    public record Counts(long read, long applied, long duplicates, long withoutEffect, long rejected, long pending) {
        static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0);

        Counts plus(Counts other) {
            return new Counts(
                    read + other.read,
                    applied + other.applied,
                    duplicates + other.duplicates,
                    withoutEffect + other.withoutEffect,
                    rejected + other.rejected,
                    pending + other.pending);
        }

        /** Returns true if each record read has an outcome. */
        public boolean isBalanced() {
            return read == applied + duplicates + withoutEffect + rejected + pending;
        }
    }
}
