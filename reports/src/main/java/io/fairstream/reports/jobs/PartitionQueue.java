package io.fairstream.reports.jobs;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Start times of the jobs that wait in one partition if they start first in, first out: each in its turn, as soon as so many
 * nodes are free, to run until its time limit. Nodes are free when those who hold them end; which nodes fit together is not
 * asked.
 *
 * <p>An estimate: schedulers also fill gaps, jobs end before their limits, and others come. Mutable.
 *
 * @param <K> by which a job is told from others
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
     * @param until when they are free again; null for an end that nobody knows
     */
    record Holding(long nodes, @Nullable Instant until) {
        private boolean isOver(Instant at) {
            return until != null && !until.isAfter(at);
        }
    }

    /**
     * Job that waits.
     *
     * @param expected when the scheduler says that it will start; null when it does not say
     * @param minutes longest run; null for unlimited
     */
    record Waiting<K>(
            K id,
            long nodes,
            @Nullable Instant expected,
            @Nullable Long minutes) {}

    /**
     * The partition now.
     *
     * @param size number of nodes, or of processors where jobs tell only those; not below what is held
     */
    PartitionQueue(long size, List<Holding> holding, Instant now) {
        this.size = size;
        this.holding.addAll(holding);
        this.free = size - holding.stream().mapToLong(Holding::nodes).sum();
        this.turn = now;
    }

    /**
     * The estimated starts of those of whom the scheduler says none. Who wants more than there is is passed over; behind one for
     * whom too little is ever given back nobody has a start.
     *
     * @param turns in the order in which they come
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

    /** Moves the time on until so many nodes are free; returns false if they never are. */
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
