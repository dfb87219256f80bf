package io.fairstream.boinc;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Assignments of hosts, and replies that wait until the assignment for their report arrives. The number of waiting replies is
 * limited, so that a burst of reports is answered as fast as Kafka stores them. Replies beyond the limit use the previous assignment,
 * and so do replies that time out. Safe for several threads.
 */
final class GivenRows {
    /**
     * Maximum number of waiting replies: enough for 50 reports a second at two commits a second, as from 2,000,000 hosts that report
     * twice a day.
     */
    static final int MAX_WAITING = 16;

    private final Map<String, Row> rows = new ConcurrentHashMap<>();
    private final Map<String, Queue<Waiter>> waiters = new ConcurrentHashMap<>();
    private final Semaphore places = new Semaphore(MAX_WAITING);

    private record Row(Instant at, Given given) {
        private boolean isSince(Instant since) {
            return !at.isBefore(since);
        }
    }

    private record Waiter(Instant since, CompletableFuture<Void> arrival) {}

    void put(String host, Instant at, Given given) {
        Row row = new Row(at, given);
        rows.put(host, row);
        Queue<Waiter> waiting = waiters.get(host);
        if (waiting != null) {
            waiting.stream()
                    .filter(waiter -> row.isSince(waiter.since()))
                    .forEach(waiter -> waiter.arrival().complete(null));
        }
    }

    void remove(String host) {
        rows.remove(host);
    }

    /**
     * Returns the host's latest assignment. If it is older than {@code since} and fewer than {@link #MAX_WAITING} replies wait,
     * first waits up to {@code patience} for a newer one.
     */
    CompletableFuture<Optional<Given>> given(String host, Instant since, Duration patience) {
        if (isThere(host, since) || patience.isZero() || !places.tryAcquire()) {
            return CompletableFuture.completedFuture(latest(host));
        }
        Waiter waiter = new Waiter(since, new CompletableFuture<>());
        waiters.compute(host, (name, queue) -> {
            Queue<Waiter> waiting = queue == null ? new ConcurrentLinkedQueue<>() : queue;
            waiting.add(waiter);
            return waiting;
        });
        if (isThere(host, since)) {
            waiter.arrival().complete(null);
        }
        return waiter.arrival()
                .completeOnTimeout(null, patience.toNanos(), TimeUnit.NANOSECONDS)
                .thenApply(arrived -> {
                    places.release();
                    waiters.computeIfPresent(host, (name, queue) -> {
                        queue.remove(waiter);
                        return queue.isEmpty() ? null : queue;
                    });
                    return latest(host);
                });
    }

    private boolean isThere(String host, Instant since) {
        @Nullable Row row = rows.get(host);
        return row != null && row.isSince(since);
    }

    private Optional<Given> latest(String host) {
        return Optional.ofNullable(rows.get(host)).map(Row::given);
    }
}
