package io.fairstream.cli.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;

/** All events of the demo after the initial decisions, in order of time. The same seed gives the same records. */
final class DemoWorld implements Iterator<DemoEvent<?>> {
    /** Settings of the cluster's scheduler: Slurm's Fair Tree of processor time, and its multi-factor priority. */
    public static final Map<String, String> SCHEDULER = Map.of(
            "usage.weights",
            "cpu=1",
            "fairshare.policy",
            "fair-tree",
            "job.priority.style",
            "slurm",
            "job.priority.weights",
            "age=" + ClusterPriority.AGE + ",fairshare=" + ClusterPriority.FAIR_SHARE);

    private final PriorityQueue<Source> sources = new PriorityQueue<>(
            Comparator.comparing((Source source) -> source.next.at()).thenComparing(source -> source.number));

    /** A source of events, with its next event. */
    private static final class Source {
        final int number;
        final Iterator<DemoEvent<?>> events;
        DemoEvent<?> next;

        Source(int number, Iterator<DemoEvent<?>> events) {
            this.number = number;
            this.events = events;
            next = events.next();
        }
    }

    /**
     * Starts the world at {@link DemoPool#BEGIN}.
     *
     * @param length simulated time
     */
    public DemoWorld(long seed, Duration length) {
        List<Iterator<DemoEvent<?>>> all = List.of(
                DemoDecisions.later(length),
                new LateEvents(new DemoPool(seed, length)),
                new DemoCluster(seed, length),
                new DemoVolunteers(seed, length));
        for (Iterator<DemoEvent<?>> events : all) {
            if (events.hasNext()) {
                sources.add(new Source(sources.size(), events));
            }
        }
    }

    /** Decisions before the first event. */
    public static List<DemoEvent<?>> decisions() {
        List<DemoEvent<?>> decisions = new ArrayList<>(DemoDecisions.first());
        decisions.addAll(ClusterUser.decisions());
        decisions.addAll(DemoVolunteers.decisions());
        return List.copyOf(decisions);
    }

    @Override
    public boolean hasNext() {
        return !sources.isEmpty();
    }

    @Override
    public DemoEvent<?> next() {
        Source source = sources.poll();
        if (source == null) {
            throw new NoSuchElementException("the demo is over");
        }
        DemoEvent<?> event = source.next;
        if (source.events.hasNext()) {
            source.next = source.events.next();
            sources.add(source);
        }
        return event;
    }
}
