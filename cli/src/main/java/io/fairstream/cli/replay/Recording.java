package io.fairstream.cli.replay;

import io.fairstream.client.InputTopic;
import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Topic;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.UnaryOperator;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * Past events to be played.
 *
 * @param name of the workload
 * @param size number of events
 * @param topics destinations of the events
 * @param events in the order of play; can be iterated repeatedly
 * @param missed number of omissions and guesses, by kind
 */
record Recording(String name, long size, List<Topic<?>> topics, Iterable<Played<?>> events, Map<String, Long> missed) {

    /** Recording of events that all go to one topic. */
    static <V extends SpecificRecord> Recording of(
            String name, long size, InputTopic<V> input, Iterable<? extends V> events) {
        return new Recording(name, size, List.of(input.topic()), () -> played(input, events.iterator()), Map.of());
    }

    /** An empty recording. */
    static Recording none(String name) {
        return new Recording(name, 0, List.of(), List.of(), Map.of());
    }

    /** Returns the recording with these numbers of omissions and guesses. */
    Recording missing(Map<String, Long> inAll) {
        return new Recording(name, size, topics, events, inAll);
    }

    /** Merges both recordings by event time; at the same instant, events of this one come first. */
    Recording and(Recording other) {
        List<Topic<?>> both = new ArrayList<>(topics);
        both.addAll(other.topics);
        return new Recording(
                name, size + other.size, both, () -> new Merge(events.iterator(), other.events.iterator()), missed);
    }

    /** Returns the recording with changed job events. */
    Recording withJobs(UnaryOperator<JobEvent> change) {
        return with(next ->
                next.event() instanceof JobEvent job ? new Played<>(InputTopic.JOB_EVENTS, change.apply(job)) : next);
    }

    /** Returns the recording with changed match events. */
    Recording withMatches(UnaryOperator<MatchEvent> change) {
        return with(next -> next.event() instanceof MatchEvent match
                ? new Played<>(InputTopic.MATCHES, change.apply(match))
                : next);
    }

    private Recording with(UnaryOperator<Played<?>> change) {
        Iterable<Played<?>> changed = () -> new Iterator<>() {
            private final Iterator<Played<?>> played = events.iterator();

            @Override
            public boolean hasNext() {
                return played.hasNext();
            }

            @Override
            public Played<?> next() {
                return change.apply(played.next());
            }
        };
        return new Recording(name, size, topics, changed, missed);
    }

    private static <V extends SpecificRecord> Iterator<Played<?>> played(
            InputTopic<V> input, Iterator<? extends V> events) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return events.hasNext();
            }

            @Override
            public Played<?> next() {
                return new Played<>(input, events.next());
            }
        };
    }

    private static final class Merge implements Iterator<Played<?>> {
        private final Iterator<Played<?>> ones;
        private final Iterator<Played<?>> others;
        private @Nullable Played<?> one;
        private @Nullable Played<?> other;

        Merge(Iterator<Played<?>> ones, Iterator<Played<?>> others) {
            this.ones = ones;
            this.others = others;
            this.one = next(ones);
            this.other = next(others);
        }

        private static @Nullable Played<?> next(Iterator<Played<?>> events) {
            return events.hasNext() ? events.next() : null;
        }

        @Override
        public boolean hasNext() {
            return one != null || other != null;
        }

        @Override
        public Played<?> next() {
            Played<?> first = one;
            Played<?> second = other;
            if (first != null && (second == null || !first.at().isAfter(second.at()))) {
                one = next(ones);
                return first;
            }
            if (second == null) {
                throw new NoSuchElementException("no further event");
            }
            other = next(others);
            return second;
        }
    }
}
