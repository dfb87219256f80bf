package io.fairstream.query.jobs;

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
 * @param job null after it is purged, and for a job whose number has been reused
 * @param accounting as of the present; null if nothing of the job has been accounted
 */
record JobRow(@Nullable Job job, @Nullable JobAccounting accounting) {
    private static final long MICROS_PER_MILLI = 1000;
    private static final long KIB_PER_MIB = 1024;

    private record Key(String cluster, long jobId, @Nullable Instant submitted) {}

    JobRow {
        if (job == null && accounting == null) {
            throw new IllegalArgumentException("no job and no accounting row (expected: one of them)");
        }
    }

    /** Joins both tables; rows without a job are left out. */
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

    /** Returns the number of restarts; null if the job has not started. */
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

    /** Returns the state like sacct: the final state, otherwise the current one; empty if the row of the job is purged. */
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

    /** Returns the processors of the newest run. Null while the job waits and if it never ran; then the table may contain its request. */
    @Nullable
    Integer processors() {
        boolean neverRan = job != null && job.getState() == JobState.COMPLETE && job.getStartTime() == null;
        return isWaiting() || neverRan ? null : ofJob(Job::getProcessors);
    }

    /** Returns the trackable resources of the newest run in Slurm's format; null while the job waits and if it never ran. */
    @Nullable
    String tres() {
        return processors() == null ? null : ofJob(Job::getTres);
    }

    /** Returns the start of the newest run. Null while the job waits; then the table may contain an expected start. */
    @Nullable
    Instant started() {
        return isWaiting() ? null : ofJob(Job::getStartTime);
    }

    /** Returns the end of the job. Null before; then the table may contain an expected end. */
    @Nullable
    Instant ended() {
        return job != null && job.getState() == JobState.COMPLETE ? job.getEndTime() : null;
    }

    private boolean isWaiting() {
        return job != null && (job.getState() == JobState.PENDING || job.getState() == JobState.HELD);
    }

    /** Returns a field of the JOB TABLE. */
    <T> @Nullable T ofJob(Function<Job, @Nullable T> field) {
        return job == null ? null : field.apply(job);
    }

    /** Returns the measured use of the job; empty if unknown. */
    Amounts used() {
        return accounting == null ? Amounts.EMPTY : QuantityFields.of(accounting);
    }

    /** Returns a number of the ACCOUNTING TABLE, 0 if it has none. */
    long amount(ToLongFunction<JobAccounting> number) {
        return accounting == null ? 0 : number.applyAsLong(accounting);
    }

    long allocated() {
        return amount(JobAccounting::getCpuTimeAllocatedMicros);
    }

    /** Returns true if an agent ever saw a process of the job: then 0 means no use instead of unknown use. */
    boolean isMeasured() {
        Amounts used = used();
        return used.get(Quantity.CPU_USED) != 0
                || used.get(Quantity.REAL_MEMORY) != 0
                || used.get(Quantity.REAL_HIGHWATER) != 0;
    }

    /** Returns the use measured by agents, otherwise by the scheduler; null if not measured. */
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

    /** Returns the meter of its use; null if it was not measured. */
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

    /** Returns the requested memory on all nodes, KiB; null for none. */
    @Nullable
    Double requestedKiB() {
        Long asked = requestedMiB();
        return asked == null || asked == 0 ? null : (Double) ((double) asked * KIB_PER_MIB);
    }

    /** Returns the requested memory on one node, KiB, if the number of nodes is known; null for none. */
    @Nullable
    Double requestedKiBPerNode() {
        Double asked = requestedKiB();
        Integer nodes = ofJob(Job::getNodes);
        return asked == null ? null : (Double) (asked / (nodes == null ? 1 : Math.max(1, nodes)));
    }

    /** Returns the time from the start of the newest run to its end or the present; null if it has not run, or is purged. */
    @Nullable
    Duration elapsed(Instant present) {
        Instant started = started();
        if (job == null || started == null) {
            return null;
        }
        Instant until = job.getState() == JobState.COMPLETE ? job.getEndTime() : present;
        return until == null ? null : Duration.between(started, until);
    }

    /** Returns true if the job overlaps the period from begin to end, where given; an incomplete job has no end. */
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
