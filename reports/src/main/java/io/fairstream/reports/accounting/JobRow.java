package io.fairstream.reports.accounting;

import io.fairstream.rules.Amounts;
import io.fairstream.rules.Amounts.Quantity;
import io.fairstream.schemas.Job;
import io.fairstream.schemas.JobAccounting;
import io.fairstream.schemas.JobState;
import io.fairstream.streams.avro.FieldFormats.QuantityFields;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Row of one job from the JOB TABLE and the ACCOUNTING TABLE.
 *
 * @param job null once it is purged, and for a job whose number has been used again
 * @param accounting as of the present; null while nothing of the job has reached the account
 */
record JobRow(@Nullable Job job, @Nullable JobAccounting accounting) {
    private static final long MICROS_PER_MILLI = 1000;
    private static final long KIB_PER_MIB = 1024;

    private record Key(String cluster, long jobId, @Nullable Instant submitted) {}

    JobRow {
        if (job == null && accounting == null) {
            throw new IllegalArgumentException("neither job nor accounting (expected: one of them)");
        }
    }

    /** Brings both tables together; what is no job is left out. */
    static List<JobRow> join(Iterable<Job> jobs, Iterable<JobAccounting> accounting) {
        Map<Key, Job> byKey = new HashMap<>();
        jobs.forEach(job -> byKey.put(new Key(job.getCluster(), job.getJobId(), job.getSubmitted()), job));
        List<JobRow> rows = new ArrayList<>();
        for (JobAccounting each : accounting) {
            if (each.getJobId() != 0) {
                rows.add(new JobRow(
                        byKey.remove(new Key(each.getCluster(), each.getJobId(), each.getSubmitted())), each));
            }
        }
        byKey.values().forEach(job -> rows.add(new JobRow(job, null)));
        return rows;
    }

    String cluster() {
        return named(Job::getCluster, JobAccounting::getCluster);
    }

    long jobId() {
        return job == null ? Objects.requireNonNull(accounting).getJobId() : job.getJobId();
    }

    String user() {
        return named(Job::getUser, JobAccounting::getUser);
    }

    @Nullable
    Long userId() {
        return job == null ? Objects.requireNonNull(accounting).getUserId() : job.getUserId();
    }

    /** Starts after the first; null when it has not started. */
    @Nullable
    Integer restarts() {
        int runs = accounting == null ? Objects.requireNonNull(job).getRuns() : accounting.getRuns();
        return runs == 0 ? null : Integer.valueOf(runs - 1);
    }

    String bank() {
        return named(Job::getBank, JobAccounting::getBank);
    }

    String partition() {
        return named(Job::getPartition, JobAccounting::getPartition);
    }

    private String named(Function<Job, String> ofJob, Function<JobAccounting, String> ofAccounting) {
        return job == null ? ofAccounting.apply(Objects.requireNonNull(accounting)) : ofJob.apply(job);
    }

    /** As sacct's: how it ended, else in what state it is; empty when the row that said it is purged. */
    String state() {
        if (job == null) {
            return accounting != null && accounting.getFinal$() ? "COMPLETE" : "";
        }
        String outcome = job.getOutcome();
        return outcome == null ? job.getState().toString() : outcome;
    }

    @Nullable
    Instant submitted() {
        return job == null ? Objects.requireNonNull(accounting).getSubmitted() : job.getSubmitted();
    }

    /** Processors that the newest run has or had; null while it waits and if it never ran, when the table has what it asked for. */
    @Nullable
    Integer processors() {
        boolean neverRan = job != null && job.getState() == JobState.COMPLETE && job.getStartTime() == null;
        return isWaiting() || neverRan ? null : ofJob(Job::getProcessors);
    }

    /** Returns the trackable resources that the job has or had, as Slurm writes them; null while it waits and if it never ran. */
    @Nullable
    String tres() {
        return processors() == null ? null : ofJob(Job::getTres);
    }

    /** Returns the start of the newest run; null while the job waits, when the table may have an expected start. */
    @Nullable
    Instant started() {
        return isWaiting() ? null : ofJob(Job::getStartTime);
    }

    /** Returns the end of the job; null before, when the table may have an expected end. */
    @Nullable
    Instant ended() {
        return job != null && job.getState() == JobState.COMPLETE ? job.getEndTime() : null;
    }

    private boolean isWaiting() {
        return job != null && (job.getState() == JobState.PENDING || job.getState() == JobState.HELD);
    }

    /** A field of the JOB TABLE. */
    <T> @Nullable T ofJob(Function<Job, @Nullable T> field) {
        return job == null ? null : field.apply(job);
    }

    /** Returns the measured use of the job; nothing while nothing is known. */
    Amounts used() {
        return accounting == null ? Amounts.EMPTY : QuantityFields.of(accounting);
    }

    /** A number of the ACCOUNTING TABLE, 0 while there is none. */
    long amount(ToLongFunction<JobAccounting> number) {
        return accounting == null ? 0 : number.applyAsLong(accounting);
    }

    long allocated() {
        return amount(JobAccounting::getCpuTimeAllocatedMicros);
    }

    /** Returns true if an agent ever saw a process of the job, so that 0 means nothing used and not unknown. */
    boolean isMeasured() {
        Amounts used = used();
        return used.get(Quantity.CPU_USED) != 0
                || used.get(Quantity.REAL_MEMORY) != 0
                || used.get(Quantity.REAL_HIGHWATER) != 0;
    }

    /** The measured use, by agents or else by the scheduler; null where nobody measured. */
    @Nullable
    Long measured(Quantity quantity) {
        long amount = used().get(quantity);
        return isMeasured() || amount != 0 ? Long.valueOf(amount) : byScheduler(quantity);
    }

    private @Nullable Long byScheduler(Quantity quantity) {
        return switch (quantity) {
            case CPU_USED -> {
                Long millis = ofJob(Job::getCpuMillis);
                yield millis == null ? null : millis * MICROS_PER_MILLI;
            }
            case REAL_HIGHWATER -> ofJob(Job::getMemoryHighwaterKiB);
            default -> null;
        };
    }

    /** The meter of its use; null if nobody measured. */
    Efficiency.@Nullable Meter meter() {
        if (isMeasured()) {
            return Efficiency.Meter.AGENTS;
        }
        return byScheduler(Quantity.CPU_USED) == null ? null : Efficiency.Meter.SCHEDULER;
    }

    @Nullable
    Long requestedMiB() {
        Long asked = ofJob(Job::getMemoryMiB);
        return asked == null && accounting != null ? accounting.getMemoryMiB() : asked;
    }

    /** Memory asked for on all nodes, KiB; null for none. */
    @Nullable
    Double requestedKiB() {
        Long asked = requestedMiB();
        return asked == null || asked == 0 ? null : (Double) ((double) asked * KIB_PER_MIB);
    }

    /** Memory asked for on one node, as far as the number of nodes is known, KiB; null for none. */
    @Nullable
    Double requestedKiBPerNode() {
        Double asked = requestedKiB();
        Integer nodes = ofJob(Job::getNodes);
        return asked == null ? null : (Double) (asked / (nodes == null ? 1 : Math.max(1, nodes)));
    }

    /** From the start of the newest run to its end or the present; null when it has not run, or is purged. */
    @Nullable
    Duration elapsed(Instant present) {
        Instant started = started();
        if (job == null || started == null) {
            return null;
        }
        Instant until = job.getState() == JobState.COMPLETE ? job.getEndTime() : present;
        return until == null ? null : Duration.between(started, until);
    }

    /**
     * Returns true if anything is known to have happened to the job between begin and end, if they are given; a job that is not
     * complete goes on.
     */
    boolean isWithin(@Nullable Instant begin, @Nullable Instant end) {
        Instant first = firstSeen();
        Instant last = lastSeen();
        boolean isOver = accounting != null && accounting.getFinal$();
        return (end == null || first == null || first.isBefore(end))
                && (begin == null || !isOver || last == null || !last.isBefore(begin));
    }

    private @Nullable Instant firstSeen() {
        return accounting == null ? ofJob(Job::getSince) : accounting.getFirstSeen();
    }

    private @Nullable Instant lastSeen() {
        return accounting == null ? ofJob(Job::getSince) : accounting.getLastSeen();
    }
}
