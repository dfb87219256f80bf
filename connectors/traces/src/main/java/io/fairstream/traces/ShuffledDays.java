package io.fairstream.traces;

import java.time.Duration;
import java.time.Instant;
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
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Events delivered as by a slow network: ordered by time, but within each UTC day in any order across keys, while those
 * of one key keep theirs. The same seed gives the same order.
 */
public final class ShuffledDays<E> implements Iterable<E> {
    private static final long DAY = Duration.ofDays(1).toMillis();

    private final Iterable<E> events;
    private final Function<E, String> key;
    private final Function<E, Instant> at;
    private final long seed;

    public ShuffledDays(Iterable<E> events, Function<E, String> key, Function<E, Instant> at, long seed) {
        this.events = events;
        this.key = key;
        this.at = at;
        this.seed = seed;
    }

    @Override
    public Iterator<E> iterator() {
        return new Days(events.iterator(), new Random(seed));
    }

    private final class Days implements Iterator<E> {
        private final Iterator<E> rest;
        private final Random random;
        private final List<String> turns = new ArrayList<>();
        private final Map<String, Queue<E>> waiting = new HashMap<>();
        private @Nullable E nextDay;
        private int turn;

        Days(Iterator<E> rest, Random random) {
            this.rest = rest;
            this.random = random;
        }

        @Override
        public boolean hasNext() {
            return turn < turns.size() || nextDay != null || rest.hasNext();
        }

        @Override
        public E next() {
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
            E first = nextDay == null ? rest.next() : nextDay;
            nextDay = null;
            wait(first);
            while (nextDay == null && rest.hasNext()) {
                E event = rest.next();
                if (day(event) == day(first)) {
                    wait(event);
                } else {
                    nextDay = event;
                }
            }
            Collections.shuffle(turns, random);
        }

        private void wait(E event) {
            turns.add(key.apply(event));
            waiting.computeIfAbsent(key.apply(event), none -> new ArrayDeque<>())
                    .add(event);
        }

        private long day(E event) {
            return Math.floorDiv(at.apply(event).toEpochMilli(), DAY);
        }
    }
}
