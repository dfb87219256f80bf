package io.fairstream.reports.publish;

import io.fairstream.schemas.Job;
import io.fairstream.schemas.JobAccounting;
import io.fairstream.schemas.JobState;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A job that ran and is complete, with its final account.
 *
 * @param job as the JOB TABLE has it
 * @param accounting as the ACCOUNTING TABLE has it, in that partition at that offset
 */
public record FinishedJob(Job job, JobAccounting accounting, int partition, long offset) {
    private static final long MICROS_PER_MILLI = 1000;

    /** Empty while it is not both complete and accounted, and if it never ran. */
    static Optional<FinishedJob> of(@Nullable Job job, JobAccounting accounting, int partition, long offset) {
        boolean isFinished = job != null
                && accounting.getFinal$()
                && job.getState() == JobState.COMPLETE
                && job.getStartTime() != null
                && job.getEndTime() != null;
        return isFinished
                ? Optional.of(new FinishedJob(Objects.requireNonNull(job), accounting, partition, offset))
                : Optional.empty();
    }

    /** Which job it is, also among those of the same number: {@code tux/17@2026-03-02T08:00:00Z}. */
    public String id() {
        return id(job.getCluster(), job.getJobId(), job.getSubmitted());
    }

    static String id(String cluster, long jobId, @Nullable Instant submitted) {
        return cluster + "/" + jobId + (submitted == null ? "" : "@" + submitted);
    }

    Instant start() {
        return Objects.requireNonNull(job.getStartTime());
    }

    Instant end() {
        return Objects.requireNonNull(job.getEndTime());
    }

    /** The month of UTC in which it ended. */
    YearMonth month() {
        return YearMonth.from(end().atOffset(ZoneOffset.UTC));
    }

    /** Number for the newest run; 0 if never reported. */
    int processors() {
        return orZero(job.getProcessors());
    }

    /** Number for the newest run; 0 if never reported. */
    int nodes() {
        return orZero(job.getNodes());
    }

    private static int orZero(@Nullable Integer count) {
        return Objects.requireNonNullElse(count, 0);
    }

    /** Processors x time RUNNING over all runs, microseconds. */
    public long allocatedMicros() {
        return accounting.getCpuTimeAllocatedMicros();
    }

    /**
     * Time RUNNING over all runs, microseconds: {@code allocated / processors}, so that processors times it is what was allocated. Of a
     * job that changed its size, how long what it was allocated would have lasted with the processors that it had in the end. Without
     * processors from start to end.
     */
    public long wallMicros() {
        return processors() == 0
                ? Duration.between(start(), end()).toMillis() * MICROS_PER_MILLI
                : allocatedMicros() / processors();
    }

    /** CPU time of its processes, microseconds: as the agents measured it, else as its scheduler did; null where nobody measured. */
    public @Nullable Long cpuMicros() {
        boolean isMeasured = accounting.getCpuTimeUsedMicros() != 0
                || accounting.getRealMemoryKiBSeconds() != 0
                || accounting.getRealMemoryHighwaterKiB() != 0;
        Long millis = job.getCpuMillis();
        return isMeasured || millis == null
                ? isMeasured ? Long.valueOf(accounting.getCpuTimeUsedMicros()) : null
                : Long.valueOf(Math.multiplyExact(millis, MICROS_PER_MILLI));
    }

    /** The last name of the bank's path; empty for none. */
    String account() {
        return lastName(job.getBank());
    }

    static String lastName(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
