package io.fairstream.query.publish;

import static io.fairstream.testing.SyntheticUse.at;

import io.fairstream.query.records.Row;
import io.fairstream.schemas.Job;
import io.fairstream.schemas.JobAccounting;
import io.fairstream.schemas.JobState;
import io.fairstream.testing.SyntheticUse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** Synthetic jobs that ended, on the cluster {@code tux}; times are hours after the midnight at which 2 March 2026 begins. */
final class PublishedJobs {
    private static final long MICROS_PER_HOUR = 3_600_000_000L;

    private PublishedJobs() {}

    /** A job that ran from an hour to another on so many processors, half of whose time its processes used. */
    static FinishedJob job(long id, String user, String bank, double from, double to, int processors) {
        long allocated = Math.round((to - from) * MICROS_PER_HOUR) * processors;
        Job job = SyntheticUse.job(id, JobState.COMPLETE)
                .setUser(user)
                .setBank(bank)
                .setStartTime(at(from))
                .setEndTime(at(to))
                .setOutcome("COMPLETED")
                .setExitCode(0)
                .setProcessors(processors)
                .setNodes(1)
                .setNodeList("n1")
                .setCpuMillis(allocated / 2000)
                .build();
        JobAccounting accounting = SyntheticUse.accounting(id, 0, 0)
                .setUser(user)
                .setBank(bank)
                .setCpuTimeAllocatedMicros(allocated)
                .build();
        return new FinishedJob(job, accounting, (int) (id % 2), id);
    }

    /** As the tables have them. */
    static FinishedJobs all(FinishedJob... jobs) {
        return FinishedJobs.of(
                "fairstream.job-accounting",
                Arrays.stream(jobs).map(FinishedJob::job).toList(),
                rows(jobs));
    }

    /** As the table of accounts has them. */
    static List<Row<JobAccounting>> rows(FinishedJob... jobs) {
        List<Row<JobAccounting>> rows = new ArrayList<>();
        for (FinishedJob job : jobs) {
            rows.add(new Row<>(job.id(), job.accounting(), job.partition(), job.offset(), new RecordHeaders()));
        }
        return rows;
    }
}
