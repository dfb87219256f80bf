package io.fairstream.query.jobs;

import io.fairstream.query.jobs.PartitionQueue.Holding;
import io.fairstream.query.jobs.PartitionQueue.Waiting;
import io.fairstream.schemas.Job;
import io.fairstream.schemas.JobState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Start times of waiting jobs for which the scheduler gives none, {@link PartitionQueue first in, first out} per partition.
 *
 * <p>No event contains the size of a partition. If it is not configured, it is the number of nodes in use now, since
 * jobs only wait if all nodes are in use.
 */
final class StartEstimate {
    /** Order of the jobs of a partition, in the listing and in the queue: by priority, then by arrival. */
    static final Comparator<Job> TURN = Comparator.comparing(
                    Job::getPriority, Comparator.nullsLast(Comparator.<Double>reverseOrder()))
            .thenComparing(Job::getSubmitted, Comparator.nullsLast(Comparator.naturalOrder()))
            .thenComparing(Job::getCluster)
            .thenComparing(Job::getJobId);

    private final Map<String, Long> sizes;
    private final Instant now;

    private record Partition(String cluster, String name) {}

    /** Identity of a job, as in the records' keys. */
    record Id(String cluster, long jobId) {
        static Id of(Job job) {
            return new Id(job.getCluster(), job.getJobId());
        }
    }

    /**
     * Creates an estimate for the present.
     *
     * @param sizes known sizes of partitions, in nodes, or in processors if jobs report only those
     */
    StartEstimate(Map<String, Long> sizes, Instant now) {
        this.sizes = Map.copyOf(sizes);
        this.now = now;
    }

    /** Returns the estimated starts; a held job, or one without a number of nodes or processors, has none. */
    Map<Id, Instant> starts(Collection<Job> jobs) {
        Map<Partition, List<Job>> partitions = new HashMap<>();
        jobs.stream()
                .filter(job -> isHolding(job) || job.getState() == JobState.PENDING)
                .forEach(job -> partitions
                        .computeIfAbsent(new Partition(job.getCluster(), job.getPartition()), each -> new ArrayList<>())
                        .add(job));
        Map<Id, Instant> starts = new HashMap<>();
        partitions.forEach((partition, members) -> starts.putAll(starts(partition.name, members)));
        return starts;
    }

    private Map<Id, Instant> starts(String partition, List<Job> jobs) {
        boolean tellNodes = jobs.stream().allMatch(job -> job.getNodes() != null);
        Function<Job, @Nullable Integer> count = tellNodes ? Job::getNodes : Job::getProcessors;
        List<Job> known = jobs.stream().filter(job -> count.apply(job) != null).toList();
        List<Holding> holding = known.stream()
                .filter(StartEstimate::isHolding)
                .map(job -> new Holding(nodes(job, count), job.getEndTime()))
                .toList();
        long held = holding.stream().mapToLong(Holding::nodes).sum();
        List<Waiting<Id>> waiting = known.stream()
                .filter(job -> !isHolding(job))
                .sorted(TURN)
                .map(job -> new Waiting<>(Id.of(job), nodes(job, count), expected(job), job.getTimeLimitMinutes()))
                .toList();
        return new PartitionQueue<Id>(Math.max(held, sizes.getOrDefault(partition, held)), holding, now)
                .starts(waiting);
    }

    private static long nodes(Job job, Function<Job, @Nullable Integer> count) {
        return Objects.requireNonNull(count.apply(job));
    }

    /** Returns the start that the scheduler reported; null if it has passed. */
    private @Nullable Instant expected(Job job) {
        Instant start = job.getStartTime();
        return start == null || start.isBefore(now) ? null : start;
    }

    static boolean isHolding(Job job) {
        return switch (job.getState()) {
            case STAGE_IN, RESERVED, RUNNING, SUSPENDED, STAGE_OUT -> true;
            case PENDING, HELD, COMPLETE -> false;
        };
    }
}
