package io.fairstream.query.jobs;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Format;
import io.fairstream.query.columns.Report;
import io.fairstream.schemas.Job;
import io.fairstream.schemas.JobDetails;
import io.fairstream.schemas.JobState;
import io.fairstream.schemas.PlainJson;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Jobs of each partition, the highest priority first: rows of the table {@code jobs}. If the scheduler does not report
 * a start, it is estimated.
 */
public final class JobListing {
    private final List<Job> jobs;
    private final Map<StartEstimate.Id, Instant> starts;

    /**
     * Selection of jobs; an empty set selects all.
     *
     * @param states empty for all but COMPLETE
     * @param isAll whether to include COMPLETE
     */
    public record Selection(
            Set<String> clusters, Set<String> users, Set<String> partitions, Set<JobState> states, boolean isAll) {
        public Selection {
            clusters = Set.copyOf(clusters);
            users = Set.copyOf(users);
            partitions = Set.copyOf(partitions);
            states = Set.copyOf(states);
        }

        boolean has(Job job) {
            return isAmong(job.getCluster(), clusters)
                    && isAmong(job.getUser(), users)
                    && isAmong(job.getPartition(), partitions)
                    && (states.isEmpty()
                            ? isAll || job.getState() != JobState.COMPLETE
                            : states.contains(job.getState()));
        }

        private static boolean isAmong(String name, Set<String> names) {
            return names.isEmpty() || names.contains(name);
        }
    }

    /**
     * Creates a listing of the selected visible jobs; the estimates take all jobs into account.
     *
     * @param sizes known sizes of partitions, in nodes, or in processors if jobs report only those
     */
    public JobListing(
            Collection<Job> seen, Collection<Job> all, Selection selection, Map<String, Long> sizes, Instant now) {
        starts = new StartEstimate(sizes, now).starts(all);
        jobs = seen.stream()
                .filter(selection::has)
                .sorted(Comparator.comparing(Job::getPartition).thenComparing(StartEstimate.TURN))
                .toList();
    }

    /** Returns the rows; with {@code hasDetails}, people also see the requirements of each job. */
    public Report<Job> report(boolean hasDetails) {
        Columns<Job> columns = new Columns<Job>()
                .text("partition", Job::getPartition)
                .number("priority", Job::getPriority)
                .text("cluster", Job::getCluster)
                .add("jobId", Format.WHOLE, Job::getJobId)
                .shownAs(job -> Long.toString(job.getJobId()))
                .headed("JOB")
                .text("name", Job::getName)
                .text("user", Job::getUser)
                .text("state", Job::getState)
                .add("processors", Format.WHOLE, Job::getProcessors)
                .add("nodes", Format.WHOLE, Job::getNodes)
                .text("nodeList", Job::getNodeList)
                .add("timeLimitMinutes", Format.WHOLE, Job::getTimeLimitMinutes)
                .headed("LIMIT (MIN)")
                .time("startTime", Job::getStartTime)
                .shownAs(this::start)
                .headed("START")
                .time("estimatedStart", this::estimate)
                .unshown()
                .time("endTime", Job::getEndTime)
                .headed("END")
                .text("interconnectKey", Job::getInterconnectKey)
                .headed("KEY")
                .add("urgency", Format.WHOLE, Job::getUrgency);
        if (jobs.stream().allMatch(job -> job.getUrgency() == null)) {
            columns.unshown();
        }
        columns.text("details", job -> details(job.getDetails()));
        if (!hasDetails) {
            columns.unshown();
        }
        return columns.report(jobs).withRecords(this::json);
    }

    private @Nullable Instant estimate(Job job) {
        return starts.get(StartEstimate.Id.of(job));
    }

    /** Marks an estimate. */
    private @Nullable Object start(Job job) {
        Instant estimate = estimate(job);
        return estimate == null ? job.getStartTime() : "~" + estimate.truncatedTo(ChronoUnit.SECONDS);
    }

    private String json(Job job) {
        String row = PlainJson.write(job);
        Instant start = estimate(job);
        return start == null ? row : row.substring(0, row.length() - 1) + ",\"estimatedStart\":\"" + start + "\"}";
    }

    /** Returns the requirements of the job, without unspecified ones. */
    static @Nullable String details(@Nullable JobDetails details) {
        if (details == null) {
            return null;
        }
        List<String> parts = new ArrayList<>();
        add(parts, "nodes=", details.getNodeList());
        add(parts, "processors>=", details.getProcessors());
        add(parts, "nodes>=", details.getNodes());
        add(parts, "features=", details.getFeatures());
        add(parts, "share", details.getShare());
        add(parts, "contiguous", details.getContiguous());
        add(parts, "processors per node>=", details.getMinProcessorsPerNode());
        add(parts, "memory MiB per node>=", details.getMinMemoryMiB());
        add(parts, "tmp disk MiB per node>=", details.getMinTmpDiskMiB());
        add(parts, "distribution=", details.getDistribution());
        add(parts, "processors per task=", details.getProcessorsPerTask() == 1 ? null : details.getProcessorsPerTask());
        add(parts, "immediate", details.getImmediate());
        add(parts, "script=", details.getScript());
        return String.join(", ", parts);
    }

    private static void add(List<String> parts, String name, @Nullable Object value) {
        if (Boolean.TRUE.equals(value)) {
            parts.add(name);
        } else if (value != null
                && !Boolean.FALSE.equals(value)
                && !value.toString().isEmpty()) {
            parts.add(name + value);
        }
    }
}
