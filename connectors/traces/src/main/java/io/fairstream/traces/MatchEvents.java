package io.fairstream.traces;

import io.fairstream.reading.MergedEvents;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.Unmatched;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

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
    private final MergedEvents<MatchEvent> events;

    private MatchEvents(String trace, List<Job> jobs) {
        this.trace = trace;
        this.events =
                new MergedEvents<MatchEvent>().with(jobs, Job::end, this::end).with(jobs, Job::start, this::begin);
    }

    /** Reads a trace to its end; the caller closes it. */
    public static MatchEvents of(Trace trace) {
        List<Job> jobs = new ArrayList<>();
        trace.forEachRemaining(jobs::add);
        return new MatchEvents(trace.name(), jobs);
    }

    /** Creates the events of the jobs of a trace. */
    public static MatchEvents of(String trace, List<Job> jobs) {
        return new MatchEvents(trace, jobs);
    }

    public long size() {
        return events.size();
    }

    @Override
    public Iterator<MatchEvent> iterator() {
        return events.iterator();
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
}
