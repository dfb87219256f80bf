package io.fairstream.cli.demo;

import io.fairstream.client.InputTopic;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Unmatched;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;

/**
 * Events of a pool in the order of their arrival. Most arrive when they happen. One of {@link #EACH} unmatches arrives late by
 * {@link #DELAY}, as from a disconnected schedd, and the usage charged in the meantime is refunded.
 */
final class LateEvents implements Iterator<DemoEvent<?>> {
    private static final int EACH = 4000;
    private static final Duration DELAY = Duration.ofHours(6);

    private final Iterator<MatchEvent> pool;
    private final PriorityQueue<DemoEvent<MatchEvent>> upcoming =
            new PriorityQueue<>(Comparator.<DemoEvent<MatchEvent>, Instant>comparing(DemoEvent::at)
                    .thenComparing(event -> event.value().getAt()));
    private final ArrayDeque<DemoEvent<MatchEvent>> next = new ArrayDeque<>();
    private long ended;

    LateEvents(Iterator<MatchEvent> pool) {
        this.pool = pool;
    }

    @Override
    public boolean hasNext() {
        while (next.isEmpty() && pool.hasNext()) {
            take(pool.next());
        }
        return !next.isEmpty();
    }

    /** Queues late events that are due, then this event. Events that are due after the end are dropped. */
    private void take(MatchEvent event) {
        while (!upcoming.isEmpty() && !upcoming.element().at().isAfter(event.getAt())) {
            next.add(upcoming.remove());
        }
        if (event.getChange() instanceof Unmatched && ++ended % EACH == 0) {
            upcoming.add(new DemoEvent<>(InputTopic.MATCHES, event.getAt().plus(DELAY), event));
        } else {
            next.add(DemoEvent.of(InputTopic.MATCHES, event));
        }
    }

    @Override
    public DemoEvent<?> next() {
        if (!hasNext()) {
            throw new NoSuchElementException("the demo is over");
        }
        return next.remove();
    }
}
