package io.fairstream.slurm;

import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.JobState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Processors × time RUNNING, the plain way: by time, and of what was said of the same instant the last holds. */
public final class Allocated {
    private Allocated() {}

    /** CPU seconds by job, of those that ended. */
    public static Map<Long, Long> cpuSeconds(Iterable<JobEvent> events) {
        Map<Long, TreeMap<Instant, List<JobEvent>>> jobs = new TreeMap<>();
        for (JobEvent event : events) {
            jobs.computeIfAbsent(event.getJobId(), job -> new TreeMap<>())
                    .computeIfAbsent(event.getAt(), at -> new ArrayList<>())
                    .add(event);
        }
        Map<Long, Long> seconds = new TreeMap<>();
        jobs.forEach((job, history) -> seconds.put(job, cpuSeconds(history)));
        return seconds;
    }

    private static long cpuSeconds(SortedMap<Instant, List<JobEvent>> history) {
        long sum = 0;
        JobEvent held = null;
        for (List<JobEvent> said : history.values()) {
            JobEvent event = said.get(said.size() - 1);
            if (held != null && held.getState() == JobState.RUNNING) {
                Duration piece = Duration.between(held.getAt(), event.getAt());
                sum += held.getProcessors() * piece.toSeconds();
            }
            held = event;
        }
        return sum;
    }
}
