package io.fairstream.admin;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One input and the topology's progress.
 *
 * @param topic without the prefix
 * @param waiting records that the topology has not read yet
 * @param unread upper bound of records that were deleted before the topology read them
 * @param heard time at which its newest record was sent; null if it is empty
 * @param newest the latest accepted event time; null if there is none, or events have no time
 * @param counts outcomes of the records read
 */
record SourceStatus(
        String topic,
        long waiting,
        long unread,
        @Nullable Instant heard,
        @Nullable Instant newest,
        Counts counts) {
    /** Counts of records by outcome; those of an incomplete snapshot are pending. */
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
