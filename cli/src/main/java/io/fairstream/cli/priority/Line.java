package io.fairstream.cli.priority;

import io.fairstream.rules.PseudoUsers;
import io.fairstream.rules.share.MultifactorPriority;
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
 * @param place of its association; null when it has none
 */
record Line(Job job, @Nullable FairShare place, Style.Judged judged) {
    /** The highest priority first, then who came first. */
    private static final Comparator<Line> TURN = Comparator.comparingLong(
                    (Line line) -> line.priority().priority())
            .reversed()
            .thenComparing(line -> line.job.getSubmitted(), Comparator.nullsLast(Comparator.<Instant>naturalOrder()))
            .thenComparing(line -> line.job.getCluster())
            .thenComparing(line -> line.job.getJobId());

    /** The lines of the jobs, the highest priority first. */
    static List<Line> of(Collection<Job> jobs, Collection<FairShare> places, Style style) {
        Map<String, FairShare> byPath = new HashMap<>();
        places.forEach(place -> byPath.put(place.getPath(), place));
        return jobs.stream()
                .map(job -> of(job, byPath.get(association(job)), style))
                .sorted(TURN)
                .toList();
    }

    private static Line of(Job job, @Nullable FairShare place, Style style) {
        return new Line(job, place, style.judge(job, place == null ? null : (Double) place.getFactor()));
    }

    /** The path that is charged for the job. */
    static String association(Job job) {
        return (job.getBank().isEmpty() ? PseudoUsers.UNKNOWN : job.getBank()) + "/" + job.getUser();
    }

    MultifactorPriority priority() {
        return judged.priority();
    }

    String name() {
        return job.getCluster() + "/" + job.getJobId();
    }
}
