package io.fairstream.query.jobs;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Estimated start times of the waiting jobs of one partition, first in, first out. Each job starts in its turn as soon
 * as enough nodes are free, and runs until its time limit. Nodes become free when the jobs that hold them end.
 * Constraints on nodes are ignored.
 *
 * <p>Schedulers also fill gaps, jobs end before their limits, and new jobs arrive. Mutable.
 *
 * @param <K> identity of a job
 */
final class PartitionQueue<K> {
    private final long size;
    private final PriorityQueue<Holding> holding =
            new PriorityQueue<>(Comparator.comparing(Holding::until, Comparator.nullsLast(Comparator.naturalOrder())));
    private long free;
    private Instant turn;

    /**
     * Job that holds nodes.
     *
     * @param until when they become free; null if unknown
     */
    record Holding(long nodes, @Nullable Instant until) {
        private boolean isOver(Instant at) {
            return until != null && !until.isAfter(at);
        }
    }

    /**
     * Job that waits.
     *
     * @param expected start reported by the scheduler; null if none
     * @param minutes time limit; null for unlimited
     */
    record Waiting<K>(
            K id,
            long nodes,
            @Nullable Instant expected,
            @Nullable Long minutes) {}

    /**
     * Creates the queue of a partition.
     *
     * @param size number of nodes, or of processors if jobs report only those; at least the held ones
     */
    PartitionQueue(long size, List<Holding> holding, Instant now) {
        this.size = size;
        this.holding.addAll(holding);
        this.free = size - holding.stream().mapToLong(Holding::nodes).sum();
        this.turn = now;
    }

    /**
     * Returns the estimated starts of jobs without a reported one. A job larger than the partition is skipped. Jobs
     * behind one that never gets enough nodes have no start.
     *
     * @param turns in queue order
     */
    Map<K, Instant> starts(List<Waiting<K>> turns) {
        Map<K, Instant> starts = new HashMap<>();
        for (Waiting<K> next : turns) {
            if (next.nodes > size) {
                continue;
            }
            if (next.expected != null) {
                waitUntil(next.expected);
            } else if (waitFor(next.nodes)) {
                starts.put(next.id, turn);
            } else {
                break;
            }
            free -= next.nodes;
            Long minutes = next.minutes;
            holding.add(new Holding(next.nodes, minutes == null ? null : turn.plus(Duration.ofMinutes(minutes))));
        }
        return starts;
    }

    private void waitUntil(Instant time) {
        turn = time.isAfter(turn) ? time : turn;
        Holding first = holding.peek();
        while (first != null && first.isOver(turn)) {
            free += first.nodes;
            holding.remove();
            first = holding.peek();
        }
    }

    /** Advances the time until that many nodes are free; returns false if they never are. */
    private boolean waitFor(long nodes) {
        waitUntil(turn);
        while (free < nodes) {
            Holding first = holding.peek();
            if (first == null || first.until == null) {
                return false;
            }
            waitUntil(first.until);
        }
        return true;
    }
}
