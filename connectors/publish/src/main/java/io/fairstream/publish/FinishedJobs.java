package io.fairstream.publish;

import io.fairstream.schemas.Job;
import io.fairstream.schemas.JobAccounting;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Jobs to report.
 *
 * @param topic name of the topic of their accounts
 * @param jobs that ran and are complete, by partition and offset
 * @param accounted ids of all jobs that have an account
 * @param purged ids of complete jobs that ran and are purged from the JOB TABLE
 */
public record FinishedJobs(String topic, List<FinishedJob> jobs, Set<String> accounted, Set<String> purged) {
    public FinishedJobs {
        jobs = jobs.stream()
                .sorted(Comparator.comparing(FinishedJob::partition).thenComparing(FinishedJob::offset))
                .toList();
    }

    /**
     * A job's row of the ACCOUNTING TABLE.
     *
     * @param partition of its record
     * @param offset of its record
     */
    public record Account(JobAccounting row, int partition, long offset) {}

    /** Joins both tables. */
    public static FinishedJobs of(String topic, Collection<Job> jobs, Collection<Account> accounts) {
        Map<String, Job> byId = jobs.stream()
                .collect(Collectors.toMap(
                        job -> FinishedJob.id(job.getCluster(), job.getJobId(), job.getSubmitted()),
                        Function.identity(),
                        (one, other) -> other));
        List<FinishedJob> finished = new ArrayList<>();
        Set<String> accounted = new HashSet<>();
        Set<String> purged = new TreeSet<>();
        for (Account row : accounts) {
            JobAccounting account = row.row();
            if (account.getJobId() == 0) {
                continue;
            }
            String id = FinishedJob.id(account.getCluster(), account.getJobId(), account.getSubmitted());
            accounted.add(id);
            Job job = byId.get(id);
            if (job == null && account.getFinal$() && account.getRuns() > 0) {
                purged.add(id);
            }
            FinishedJob.of(job, account, row.partition(), row.offset()).ifPresent(finished::add);
        }
        return new FinishedJobs(topic, finished, accounted, purged);
    }
}
