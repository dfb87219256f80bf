package io.fairstream.traces;

import io.fairstream.schemas.MatchEvent;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Queue;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Events in the order of their times, delivered as a slow network might: within each UTC day in any order across
 * resources, while those of one resource keep theirs. The same seed gives the same order.
 */
public final class ShuffledDays implements Iterable<MatchEvent> {
    private static final long DAY = Duration.ofDays(1).toMillis();

    private final Iterable<MatchEvent> events;
    private final long seed;

    public ShuffledDays(Iterable<MatchEvent> events, long seed) {
        this.events = events;
        this.seed = seed;
    }

    @Override
    public Iterator<MatchEvent> iterator() {
        return new Days(events.iterator(), new Random(seed));
    }

    private static final class Days implements Iterator<MatchEvent> {
        private final Iterator<MatchEvent> rest;
        private final Random random;
        private final List<String> turns = new ArrayList<>();
        private final Map<String, Queue<MatchEvent>> waiting = new HashMap<>();
        private @Nullable MatchEvent nextDay;
        private int turn;

        Days(Iterator<MatchEvent> rest, Random random) {
            this.rest = rest;
            this.random = random;
        }

        @Override
        public boolean hasNext() {
            return turn < turns.size() || nextDay != null || rest.hasNext();
        }

        @Override
        public MatchEvent next() {
            if (!hasNext()) {
                throw new NoSuchElementException("no further day");
            }
            if (turn == turns.size()) {
                takeDay();
            }
            return Objects.requireNonNull(waiting.get(turns.get(turn++))).remove();
        }

        private void takeDay() {
            turns.clear();
            waiting.clear();
            turn = 0;
            MatchEvent first = nextDay == null ? rest.next() : nextDay;
            nextDay = null;
            wait(first);
            while (nextDay == null && rest.hasNext()) {
                MatchEvent event = rest.next();
                if (day(event) == day(first)) {
                    wait(event);
                } else {
                    nextDay = event;
                }
            }
            Collections.shuffle(turns, random);
        }

        private void wait(MatchEvent event) {
            turns.add(event.getResource());
            waiting.computeIfAbsent(event.getResource(), resource -> new ArrayDeque<>())
                    .add(event);
        }

        private static long day(MatchEvent event) {
            return Math.floorDiv(event.getAt().toEpochMilli(), DAY);
        }
    }
}
