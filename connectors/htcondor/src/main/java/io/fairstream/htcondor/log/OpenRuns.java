package io.fairstream.htcondor.log;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The runs of a log that are not over. A job of the parallel universe has one on each of its slots, by subprocess 0, 1 and so on. Mutable.
 */
final class OpenRuns {
    private final Map<JobId, Run> runs = new HashMap<>();
    /** The last subprocess of jobs that have several, or whose slots are told one by one. */
    private final Map<JobId, Long> last = new HashMap<>();

    void put(JobId id, Run run) {
        runs.put(id, run);
        if (id.subprocess() > 0) {
            addNode(id);
        }
    }

    /** The slot is told by an event of its own. */
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

    /** The ids of a job's runs, or of the one of that subprocess. */
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

    /** Removes these. */
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
