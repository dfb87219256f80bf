package io.fairstream.traces;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a trace amounts to, to compare with what was accounted.
 *
 * @param name the trace's name
 * @param jobs those that used something
 * @param from start of the first job; null when there is none
 * @param until end of the last job; null when there is none
 * @param processorSecondsByUser processors × run time of each user's jobs, exact
 */
public record TraceSummary(
        String name,
        long jobs,
        @Nullable Instant from,
        @Nullable Instant until,
        Map<String, Long> processorSecondsByUser) {

    /** Starts and ends. */
    public long events() {
        return 2 * jobs;
    }

    public long users() {
        return processorSecondsByUser.size();
    }

    /** Processors × run time of all jobs, exact. */
    public long processorSeconds() {
        return processorSecondsByUser.values().stream().reduce(0L, Math::addExact);
    }
}
