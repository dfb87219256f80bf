package io.fairstream.query.priority;

import io.fairstream.rules.Names.PseudoUsers;
import io.fairstream.schemas.FairShare;
import io.fairstream.schemas.Job;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A waiting job and its priority.
 *
 * @param place of its association; null if it has none
 */
record WaitingJob(Job job, @Nullable FairShare place, Style.Evaluated evaluated) {
    /** Order by priority, the highest first, then by arrival. */
    private static final Comparator<WaitingJob> TURN = Comparator.comparingLong(
                    (WaitingJob waiting) -> waiting.priority().priority())
            .reversed()
            .thenComparing(
                    waiting -> waiting.job.getSubmitted(), Comparator.nullsLast(Comparator.<Instant>naturalOrder()))
            .thenComparing(waiting -> waiting.job.getCluster())
            .thenComparing(waiting -> waiting.job.getJobId());

    /** Returns the jobs, the highest priority first. */
    static List<WaitingJob> of(Collection<Job> jobs, Collection<FairShare> places, Style style) {
        Map<String, FairShare> byPath = new HashMap<>();
        places.forEach(place -> byPath.put(place.getPath(), place));
        return jobs.stream()
                .map(job -> of(job, byPath.get(association(job)), style))
                .sorted(TURN)
                .toList();
    }

    private static WaitingJob of(Job job, @Nullable FairShare place, Style style) {
        return new WaitingJob(job, place, style.evaluate(job, place == null ? null : (Double) place.getFactor()));
    }

    /** Returns the path that is charged for the job. */
    static String association(Job job) {
        return (job.getBank().isEmpty() ? PseudoUsers.UNKNOWN : job.getBank()) + "/" + job.getUser();
    }

    MultifactorPriority priority() {
        return evaluated.priority();
    }

    String name() {
        return job.getCluster() + "/" + job.getJobId();
    }
}
