package io.fairstream.benchmarks;

import io.fairstream.rules.Spending;
import io.fairstream.rules.job.JobEvent;
import io.fairstream.rules.job.JobEvent.JobState;
import io.fairstream.rules.job.JobFacts;
import io.fairstream.rules.job.JobFacts.Billed;
import io.fairstream.rules.job.JobFacts.ReportedUse;
import io.fairstream.rules.usage.Allocation;
import io.fairstream.rules.usage.Allocation.WhenSpent;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.avro.FastAvroWriter;
import io.fairstream.streams.job.JobStage;
import io.fairstream.streams.usage.ProjectStage;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;

/**
 * Events of a cluster's jobs in the order of time: a job is submitted every half minute, waits for an hour and runs for two
 * on an average, on 1 to 1,024 processors.
 */
final class JobWorkload implements Workload<JobEvent> {
    static final int EVENTS_OF_JOB = 3;

    private static final String CLUSTER = "tux";
    private static final int USERS_OF_BANK = 10;
    private static final double GRANTED = 1e9;
    private static final Duration BETWEEN_JOBS = Duration.ofSeconds(29);
    private static final Duration WAIT = Duration.ofHours(1);
    private static final Duration RUN = Duration.ofHours(2);
    private static final Duration LONGEST = Duration.ofDays(2);

    private final PriorityQueue<JobEvent> events = new PriorityQueue<>(Comparator.comparingLong(JobEvent::at));
    private final SplittableRandom random = new SplittableRandom(20_002);
    private final long jobs;
    private final int banks;
    private long submitted;
    private long job;

    /**
     * @param jobs how many there are
     * @param banks number of banks
     * @param start time of the first event, milliseconds since 1970
     */
    JobWorkload(long jobs, int banks, long start) {
        this.jobs = jobs;
        this.banks = banks;
        this.submitted = start;
    }

    /** Most event time so many jobs take. */
    static Duration length(long jobs) {
        return BETWEEN_JOBS.multipliedBy(jobs).multipliedBy(11).dividedBy(10).plus(LONGEST.multipliedBy(2));
    }

    /** Gives each bank an allocation with three thresholds since long ago. */
    static void allocate(Cluster cluster, String prefix, int banks) throws InterruptedException, ExecutionException {
        cluster.fill(prefix, Topics.ALLOCATIONS, new Allocations(), banks);
    }

    /** Allocations of the banks, one after the other. */
    private static final class Allocations implements Workload<Allocation> {
        private int next;

        @Override
        public FastAvroWriter<Allocation> format() {
            return ProjectStage.ALLOCATION;
        }

        @Override
        public String key(Allocation allocation) {
            return allocation.target();
        }

        @Override
        public Allocation next() {
            return new Allocation(
                    Allocation.ofPath(bank(next++)),
                    "",
                    "",
                    GRANTED,
                    0,
                    Duration.ofDays(1),
                    0,
                    null,
                    null,
                    Spending.Unit.CPU,
                    1,
                    List.of(80, 90, 100),
                    List.of("pi@example.org"),
                    WhenSpent.NOTHING);
        }
    }

    private static String bank(int number) {
        return "root/bank" + number;
    }

    @Override
    public FastAvroWriter<JobEvent> format() {
        return JobStage.JOB_EVENT;
    }

    @Override
    public String key(JobEvent event) {
        return event.job();
    }

    @Override
    public JobEvent next() {
        JobEvent next = events.peek();
        while (job < jobs && (next == null || next.at() >= submitted)) {
            submit();
            next = events.peek();
        }
        return events.remove();
    }

    private void submit() {
        job++;
        long start = submitted + exponential(WAIT);
        long end = start + exponential(RUN);
        double even = random.nextDouble();
        int user = (int) (even * even * banks * USERS_OF_BANK);
        JobFacts asked = new JobFacts(
                null,
                "user" + user,
                1000L + user,
                List.of("group" + user / USERS_OF_BANK),
                bank(user / USERS_OF_BANK),
                "batch",
                "job",
                1 << random.nextInt(11),
                null,
                "",
                null,
                2048L,
                null,
                1440L,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                Billed.EMPTY,
                ReportedUse.EMPTY);
        events.add(new JobEvent(CLUSTER, job, submitted, "", submitted, JobState.PENDING, asked));
        events.add(new JobEvent(CLUSTER, job, submitted, "", start, JobState.RUNNING, asked));
        events.add(new JobEvent(CLUSTER, job, submitted, "", end, JobState.COMPLETE, asked));
        submitted += exponential(BETWEEN_JOBS);
    }

    private long exponential(Duration mean) {
        double drawn = -Math.log(1 - random.nextDouble()) * mean.toMillis();
        return 1 + Math.min((long) drawn, LONGEST.toMillis());
    }
}
