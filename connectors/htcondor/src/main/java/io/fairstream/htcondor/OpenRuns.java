package io.fairstream.htcondor;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs of a log that have not ended. A job of the parallel universe has one for each slot, with subprocess 0, 1, … Mutable. */
final class OpenRuns {
    private final Map<JobId, Run> runs = new HashMap<>();
    /** Highest subprocess of each job that has several, or whose slots have their own events. */
    private final Map<JobId, Long> last = new HashMap<>();

    void put(JobId id, Run run) {
        runs.put(id, run);
        if (id.subprocess() > 0) {
            addNode(id);
        }
    }

    /** Registers a slot that has its own event. */
    void addNode(JobId id) {
        last.merge(id.ofJob(), id.subprocess(), Math::max);
    }

    boolean hasNodes(JobId job) {
        return last.containsKey(job.ofJob());
    }

    @Nullable
    Run get(JobId id) {
        return runs.get(id);
    }

    /** Returns the ids of a job's open runs; with a subprocess above 0, only that one. */
    List<JobId> of(JobId id) {
        List<JobId> found = new ArrayList<>();
        long end = id.subprocess() > 0 ? id.subprocess() : last.getOrDefault(id, 0L);
        for (long node = id.subprocess(); node <= end; node++) {
            JobId each = new JobId(id.cluster(), id.process(), node);
            if (runs.containsKey(each)) {
                found.add(each);
            }
        }
        return found;
    }

    /** Removes and returns the runs with these ids, see {@link #of}. */
    List<Run> remove(JobId id) {
        List<Run> removed = new ArrayList<>();
        for (JobId each : of(id)) {
            Run run = runs.remove(each);
            if (run != null) {
                removed.add(run);
            }
        }
        if (id.subprocess() == 0) {
            last.remove(id);
        }
        return removed;
    }

    Collection<Run> all() {
        return Collections.unmodifiableCollection(runs.values());
    }
}
