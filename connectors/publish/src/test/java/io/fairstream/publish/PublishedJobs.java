package io.fairstream.publish;

import io.fairstream.schemas.Job;
import io.fairstream.testing.SyntheticUse;
import java.util.Arrays;
import java.util.List;

/** Synthetic jobs that ended, on the cluster {@code tux}; times are hours after the midnight at which 2 March 2026 begins. */
final class PublishedJobs {
    private PublishedJobs() {}

    /** As {@link SyntheticUse#ended}, with its account. */
    static FinishedJob job(long id, String user, String bank, double from, double to, int processors) {
        Job job = SyntheticUse.ended(id, user, bank, from, to, processors);
        return new FinishedJob(job, SyntheticUse.accountOf(job), (int) (id % 2), id);
    }

    /** As the tables have them. */
    static FinishedJobs all(FinishedJob... jobs) {
        return FinishedJobs.of(
                "fairstream.job-accounting",
                Arrays.stream(jobs).map(FinishedJob::job).toList(),
                rows(jobs));
    }

    /** As the table of accounts has them. */
    static List<FinishedJobs.Account> rows(FinishedJob... jobs) {
        return Arrays.stream(jobs)
                .map(job -> new FinishedJobs.Account(job.accounting(), job.partition(), job.offset()))
                .toList();
    }
}
