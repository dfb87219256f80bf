package io.fairstream.streams.state;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Limits on the number of states on the heap.
 *
 * @param cleanEntries how many stay after a commit in all stores that share these limits; those not used since the last time that
 *     some had to leave go first
 * @param changedEntries how many may change in one store before they are written back without waiting for the commit; 1 writes each
 *     change at once
 * @param onHeap how many are on the heap now
 */
public record HeapLimits(int cleanEntries, int changedEntries, AtomicInteger onHeap) {
    public HeapLimits(int cleanEntries, int changedEntries) {
        this(cleanEntries, changedEntries, new AtomicInteger());
    }

    /** Computes how many of a store's states may stay on the heap. */
    int share(int own) {
        int all = onHeap.get();
        return all <= cleanEntries ? own : (int) ((long) own * cleanEntries / all);
    }
}
