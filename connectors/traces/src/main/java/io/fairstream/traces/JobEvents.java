package io.fairstream.traces;

import io.fairstream.reading.BankTree.BankPath;
import io.fairstream.reading.MergedEvents;
import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.JobState;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of a trace as job events, in the order of event times: PENDING when submitted, RUNNING from the start with
 * the job's processors, COMPLETE at the end. The bank is the group's, below the root. The wait of a job of an unknown
 * user is left out, since a submission needs a user.
 *
 * <p>Keeps the jobs in memory, since traces are ordered by neither start nor end.
 */
public final class JobEvents implements Iterable<JobEvent> {
    private final String cluster;
    private final long numberOfZero;
    private final boolean hasZero;
    private final MergedEvents<JobEvent> events;

    /**
     * Sorts the events: at the same instant ends come first, then submissions, then starts, so that no job begins
     * before it is submitted.
     */
    private JobEvents(String cluster, List<Job> jobs) {
        List<Job> submitted = jobs.stream().filter(job -> job.userId() != null).toList();
        this.cluster = cluster;
        this.numberOfZero = 1 + jobs.stream().mapToLong(JobEvents::number).max().orElse(0);
        this.hasZero = jobs.stream().anyMatch(job -> number(job) == 0);
        this.events = new MergedEvents<JobEvent>()
                .with(jobs, Job::end, job -> about(job, job.end(), JobState.COMPLETE, job.outcome()))
                .with(submitted, Job::submitted, job -> about(job, job.submitted(), JobState.PENDING, null))
                .with(jobs, Job::start, job -> about(job, job.start(), JobState.RUNNING, null));
    }

    /**
     * Creates the events of the jobs of a trace.
     *
     * @param cluster the name of the cluster
     */
    public static JobEvents of(String cluster, List<Job> jobs) {
        return new JobEvents(cluster, jobs);
    }

    /** Returns notes on necessary changes, for people: the numbers of job events begin at 1. */
    public List<String> notes() {
        return hasZero
                ? List.of("job 0 becomes job " + numberOfZero + ", because job events number jobs from 1")
                : List.of();
    }

    private static long number(Job job) {
        return Long.parseLong(job.id());
    }

    public long size() {
        return events.size();
    }

    @Override
    public Iterator<JobEvent> iterator() {
        return events.iterator();
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
}
