package io.fairstream.traces;

import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.JobState;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.Observed;
import io.fairstream.schemas.ObservedState;
import io.fairstream.schemas.Unmatched;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs of jobs as matches. Each run is a match of weight = processors on a slot of the job's own ({@code job17@tux}),
 * from RUNNING to the next event. A change of size ends a match and starts another; during a suspension the match
 * continues, suspended. The match id consists of the job and the start of the match.
 */
public final class JobMatches {
    private final List<MatchEvent> matches = new ArrayList<>();
    private final Map<String, Held> open = new HashMap<>();

    private JobMatches() {}

    private record Held(String customer, double weight, String matchId, boolean suspended) {
        boolean isFor(String other, double otherWeight) {
            return customer.equals(other) && weight == otherWeight;
        }
    }

    /** Converts job events, ordered by time, to match events. */
    public static List<MatchEvent> of(Iterable<JobEvent> jobs) {
        JobMatches matches = new JobMatches();
        jobs.forEach(matches::take);
        return matches.matches;
    }

    private void take(JobEvent event) {
        Held held = open.get(resource(event));
        if (event.getState() == JobState.RUNNING) {
            runs(event, held);
        } else if (event.getState() == JobState.SUSPENDED) {
            if (held != null) {
                observe(event, held, true);
            }
        } else if (held != null) {
            end(event, held);
        }
    }

    private void runs(JobEvent event, @Nullable Held before) {
        Integer processors = event.getProcessors();
        double weight = processors == null ? 0 : processors;
        String customer = event.getUser().isEmpty() ? "unknown-user" : event.getUser();
        if (before != null && before.isFor(customer, weight)) {
            if (before.suspended()) {
                observe(event, before, false);
            }
            return;
        }
        if (before != null) {
            end(event, before);
        }
        String matchId = event.getJobId() + "#" + event.getAt();
        open.put(resource(event), new Held(customer, weight, matchId, false));
        add(event, new Matched(customer, weight, matchId));
    }

    private void observe(JobEvent event, Held held, boolean suspended) {
        open.put(resource(event), new Held(held.customer(), held.weight(), held.matchId(), suspended));
        add(event, new Observed(ObservedState.CLAIMED, held.customer(), held.weight(), suspended));
    }

    private void end(JobEvent event, Held held) {
        open.remove(resource(event));
        add(event, new Unmatched(held.matchId()));
    }

    private void add(JobEvent event, Object change) {
        Instant at = event.getAt();
        matches.add(new MatchEvent(resource(event), event.getCluster(), at, change));
    }

    private static String resource(JobEvent event) {
        return "job" + event.getJobId() + "@" + event.getCluster();
    }
}
