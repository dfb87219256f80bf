package io.fairstream.query.publish;

import io.fairstream.query.records.Row;
import io.fairstream.query.records.TopicReader;
import io.fairstream.schemas.Job;
import io.fairstream.schemas.JobAccounting;
import io.fairstream.schemas.Topics;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

    /** Reads both tables, the accounts first: if a job ends meanwhile, the job table may be ahead of the account, but not behind. */
    public static FinishedJobs read(TopicReader reader) {
        Map<String, Row<JobAccounting>> accounts = new HashMap<>();
        reader.read(Topics.JOB_ACCOUNTING, row -> {
            String key = Objects.requireNonNull(row.key());
            if (row.value() == null) {
                accounts.remove(key);
            } else {
                accounts.put(key, row);
            }
        });
        return of(
                Topics.JOB_ACCOUNTING.in(reader.settings().topicPrefix()),
                reader.latest(Topics.JOBS),
                List.copyOf(accounts.values()));
    }

    /** Joins both tables. */
    static FinishedJobs of(String topic, List<Job> jobs, List<Row<JobAccounting>> accounts) {
        Map<String, Job> byId = jobs.stream()
                .collect(Collectors.toMap(
                        job -> FinishedJob.id(job.getCluster(), job.getJobId(), job.getSubmitted()),
                        Function.identity(),
                        (one, other) -> other));
        List<FinishedJob> finished = new ArrayList<>();
        Set<String> accounted = new HashSet<>();
        Set<String> purged = new TreeSet<>();
        for (Row<JobAccounting> row : accounts) {
            JobAccounting account = Objects.requireNonNull(row.value());
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
