package io.fairstream.reading;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;

/**
 * Lazy merge of the events of several lists by time. At the same instant, events are ordered by the addition of their
 * list, then by their order in the list.
 */
public final class MergedEvents<E> implements Iterable<E> {
    private final List<Lane<?, E>> lanes = new ArrayList<>();

    private record Lane<T, E>(List<T> sorted, Function<T, Instant> at, Function<T, E> event) {
        private Instant at(int index) {
            return index < sorted.size() ? at.apply(sorted.get(index)) : Instant.MAX;
        }

        private E event(int index) {
            return event.apply(sorted.get(index));
        }
    }

    /**
     * Adds a list.
     *
     * @param things in any order
     * @param at their time; before {@link Instant#MAX}
     * @param event conversion to an event
     */
    public <T> MergedEvents<E> with(Collection<T> things, Function<T, Instant> at, Function<T, E> event) {
        List<T> sorted = new ArrayList<>(things);
        sorted.sort(Comparator.comparing(at));
        lanes.add(new Lane<>(sorted, at, event));
        return this;
    }

    public long size() {
        return lanes.stream().mapToLong(lane -> lane.sorted().size()).sum();
    }

    @Override
    public Iterator<E> iterator() {
        return new Merge();
    }

    private final class Merge implements Iterator<E> {
        private final int[] next = new int[lanes.size()];
        private long left = size();

        @Override
        public boolean hasNext() {
            return left > 0;
        }

        @Override
        public E next() {
            if (!hasNext()) {
                throw new NoSuchElementException("no further event");
            }
            left--;
            int first = 0;
            for (int i = 1; i < next.length; i++) {
                if (lanes.get(i).at(next[i]).isBefore(lanes.get(first).at(next[first]))) {
                    first = i;
                }
            }
            return lanes.get(first).event(next[first]++);
        }
    }
}
