package io.fairstream.traces;

import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.Unmatched;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;

/**
 * The jobs of a trace as matches, in the order of event times. A job is one match of weight = processors, on a slot of
 * its own named after job and trace ({@code job1@RICC-2010-2}): matched at its start, unmatched at its end, with the
 * job's id as match id, the user as customer and the trace as pool. At the same instant, ends come before starts, and
 * otherwise the order is the file's.
 *
 * <p>Holds the jobs in memory, about 200 bytes each, since traces are ordered by neither start nor end.
 */
public final class MatchEvents implements Iterable<MatchEvent> {
    private final String trace;
    private final List<Job> byStart;
    private final List<Job> byEnd;

    private MatchEvents(String trace, List<Job> jobs) {
        this.trace = trace;
        this.byStart = sorted(jobs, Comparator.comparing(Job::start));
        this.byEnd = sorted(jobs, Comparator.comparing(Job::end));
    }

    /** Reads a trace to its end; the caller closes it. */
    public static MatchEvents of(Trace trace) {
        List<Job> jobs = new ArrayList<>();
        trace.forEachRemaining(jobs::add);
        return new MatchEvents(trace.name(), jobs);
    }

    /** Of the jobs of a trace. */
    public static MatchEvents of(String trace, List<Job> jobs) {
        return new MatchEvents(trace, jobs);
    }

    /** How many events there are. */
    public long size() {
        return 2L * byStart.size();
    }

    /** Adds up the same jobs. */
    public TraceSummary summary() {
        Map<String, Long> processorSeconds = new TreeMap<>();
        for (Job job : byStart) {
            long seconds = Duration.between(job.start(), job.end()).toSeconds();
            processorSeconds.merge(job.user(), Math.multiplyExact(seconds, job.processors()), Math::addExact);
        }
        boolean none = byStart.isEmpty();
        Instant from = none ? null : byStart.get(0).start();
        Instant until = none ? null : byEnd.get(byEnd.size() - 1).end();
        return new TraceSummary(trace, byStart.size(), from, until, processorSeconds);
    }

    @Override
    public Iterator<MatchEvent> iterator() {
        return new Merge();
    }

    private static List<Job> sorted(List<Job> jobs, Comparator<Job> order) {
        List<Job> sorted = new ArrayList<>(jobs);
        sorted.sort(order);
        return sorted;
    }

    private MatchEvent begin(Job job) {
        Matched matched = new Matched(job.user(), (double) job.processors(), job.id());
        return new MatchEvent(resource(job), trace, job.start(), matched);
    }

    private MatchEvent end(Job job) {
        return new MatchEvent(resource(job), trace, job.end(), new Unmatched(job.id()));
    }

    private String resource(Job job) {
        return "job" + job.id() + "@" + trace;
    }

    /** Every job's start is before its end, so starts cannot run out before the ends do. */
    private final class Merge implements Iterator<MatchEvent> {
        private int starts;
        private int ends;

        @Override
        public boolean hasNext() {
            return ends < byEnd.size();
        }

        @Override
        public MatchEvent next() {
            if (!hasNext()) {
                throw new NoSuchElementException(trace + " has no further event");
            }
            boolean startIsNext = starts < byStart.size()
                    && byStart.get(starts).start().isBefore(byEnd.get(ends).end());
            return startIsNext ? begin(byStart.get(starts++)) : end(byEnd.get(ends++));
        }
    }
}
