package io.fairstream.traces;

import io.fairstream.schemas.BankPath;
import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.JobState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of a trace as job events, in the order of event times: PENDING when submitted, RUNNING from the start with the
 * job's processors, COMPLETE at the end. The bank is the group's, below the root. Of a job of an unknown user the wait is not
 * told, since a submission must say whose it is.
 *
 * <p>Holds the jobs in memory, since traces are ordered by neither start nor end.
 */
public final class JobEvents implements Iterable<JobEvent> {
    private final String cluster;
    private final List<Job> bySubmission;
    private final List<Job> byStart;
    private final List<Job> byEnd;
    private final long numberOfZero;

    private JobEvents(String cluster, List<Job> jobs) {
        this.cluster = cluster;
        this.bySubmission =
                sorted(jobs.stream().filter(job -> job.userId() != null).toList(), Job::submitted);
        this.byStart = sorted(jobs, Job::start);
        this.byEnd = sorted(jobs, Job::end);
        this.numberOfZero = 1 + jobs.stream().mapToLong(JobEvents::number).max().orElse(0);
    }

    /**
     * Of the jobs of a trace.
     *
     * @param cluster the name of the cluster
     */
    public static JobEvents of(String cluster, List<Job> jobs) {
        return new JobEvents(cluster, jobs);
    }

    /** What had to be changed, for a person to read: the numbers of job events begin at 1. */
    public List<String> notes() {
        return byEnd.stream().noneMatch(job -> number(job) == 0)
                ? List.of()
                : List.of("job 0 is told as job " + numberOfZero + ", since the numbers of job events begin at 1");
    }

    private static long number(Job job) {
        return Long.parseLong(job.id());
    }

    /** How many events there are. */
    public long size() {
        return (long) bySubmission.size() + byStart.size() + byEnd.size();
    }

    @Override
    public Iterator<JobEvent> iterator() {
        return new Merge();
    }

    private static List<Job> sorted(List<Job> jobs, Function<Job, Instant> time) {
        List<Job> sorted = new ArrayList<>(jobs);
        sorted.sort(Comparator.comparing(time));
        return sorted;
    }

    private JobEvent pending(Job job) {
        return about(job, job.submitted(), JobState.PENDING, null);
    }

    private JobEvent running(Job job) {
        return about(job, job.start(), JobState.RUNNING, null);
    }

    private JobEvent complete(Job job) {
        return about(job, job.end(), JobState.COMPLETE, job.outcome());
    }

    private JobEvent about(Job job, Instant at, JobState state, @Nullable String outcome) {
        return JobEvent.newBuilder()
                .setCluster(cluster)
                .setJobId(number(job) == 0 ? numberOfZero : number(job))
                .setSubmitted(job.submitted())
                .setAt(at)
                .setState(state)
                .setOutcome(outcome)
                .setUser(job.user())
                .setUserId(job.userId())
                .setGroups(List.of(job.group()))
                .setBank(BankPath.of(job.group()))
                .setProcessors(job.processors())
                .setMemoryMiB(job.memoryMiB())
                .setTimeLimitMinutes(job.timeLimitMinutes())
                .build();
    }

    /** At the same instant ends come first, then submissions, then starts: no job begins before it is submitted. */
    private final class Merge implements Iterator<JobEvent> {
        private int submissions;
        private int starts;
        private int ends;

        @Override
        public boolean hasNext() {
            return ends < byEnd.size();
        }

        @Override
        public JobEvent next() {
            if (!hasNext()) {
                throw new NoSuchElementException(cluster + " has no further event");
            }
            Instant end = byEnd.get(ends).end();
            Instant start = starts < byStart.size() ? byStart.get(starts).start() : Instant.MAX;
            Instant submission = submissions < bySubmission.size()
                    ? bySubmission.get(submissions).submitted()
                    : Instant.MAX;
            if (!end.isAfter(start) && !end.isAfter(submission)) {
                return complete(byEnd.get(ends++));
            }
            return submission.isAfter(start)
                    ? running(byStart.get(starts++))
                    : pending(bySubmission.get(submissions++));
        }
    }
}
