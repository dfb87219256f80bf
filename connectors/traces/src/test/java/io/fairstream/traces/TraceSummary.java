package io.fairstream.traces;

import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The sums of a trace, to compare with the accounts.
 *
 * @param name the trace's name
 * @param jobs those that used something
 * @param from start of the first job; null when there is none
 * @param until end of the last job; null when there is none
 * @param processorSecondsByUser processors × run time of each user's jobs, exact
 */
record TraceSummary(
        String name,
        long jobs,
        @Nullable Instant from,
        @Nullable Instant until,
        Map<String, Long> processorSecondsByUser) {
    /** Adds up its matches. */
    static TraceSummary of(String name, MatchEvents events) {
        Map<String, MatchEvent> open = new HashMap<>();
        Map<String, Long> seconds = new TreeMap<>();
        Instant from = null;
        Instant until = null;
        for (MatchEvent event : events) {
            from = from == null ? event.getAt() : from;
            until = event.getAt();
            MatchEvent begin = open.put(event.getResource(), event);
            if (begin != null && begin.getChange() instanceof Matched matched) {
                long lasted = Duration.between(begin.getAt(), until).toSeconds();
                long used = Math.multiplyExact(lasted, (long) matched.getSlotWeight());
                seconds.merge(matched.getCustomer(), used, Math::addExact);
            }
        }
        return new TraceSummary(name, events.size() / 2, from, until, seconds);
    }

    /** Starts and ends. */
    long events() {
        return 2 * jobs;
    }

    long users() {
        return processorSecondsByUser.size();
    }

    /** Processors × run time of all jobs, exact. */
    long processorSeconds() {
        return processorSecondsByUser.values().stream().reduce(0L, Math::addExact);
    }
}
