package io.fairstream.publish;

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
 * A complete job that ran, with its final account.
 *
 * @param job its row of the JOB TABLE
 * @param accounting its row of the ACCOUNTING TABLE, in that partition at that offset
 */
public record FinishedJob(Job job, JobAccounting accounting, int partition, long offset) {
    private static final long MICROS_PER_MILLI = 1000;

    /** Returns the job; empty unless it ran, is complete and is accounted. */
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

    /** Returns the id of the job, which distinguishes jobs of the same number: {@code tux/17@2026-03-02T08:00:00Z}. */
    public String id() {
        return id(job.getCluster(), job.getJobId(), job.getSubmitted());
    }

    /** Returns the id of a job. */
    public static String id(String cluster, long jobId, @Nullable Instant submitted) {
        return cluster + "/" + jobId + (submitted == null ? "" : "@" + submitted);
    }

    Instant start() {
        return Objects.requireNonNull(job.getStartTime());
    }

    Instant end() {
        return Objects.requireNonNull(job.getEndTime());
    }

    /** Returns the UTC month in which it ended. */
    YearMonth month() {
        return YearMonth.from(end().atOffset(ZoneOffset.UTC));
    }

    /** Returns the processors of the newest run; 0 if never reported. */
    int processors() {
        return orZero(job.getProcessors());
    }

    /** Returns the nodes of the newest run; 0 if never reported. */
    int nodes() {
        return orZero(job.getNodes());
    }

    private static int orZero(@Nullable Integer count) {
        return Objects.requireNonNullElse(count, 0);
    }

    /** Returns processors x time RUNNING over all runs, microseconds. */
    public long allocatedMicros() {
        return accounting.getCpuTimeAllocatedMicros();
    }

    /**
     * Returns the time RUNNING over all runs, microseconds: {@code allocated / processors}, so that wall time x
     * processors equals the allocation. For a job that changed its size, the number of processors is the last one.
     * Without processors it is the time from start to end.
     */
    public long wallMicros() {
        return processors() == 0
                ? Duration.between(start(), end()).toMillis() * MICROS_PER_MILLI
                : allocatedMicros() / processors();
    }

    /** Returns the CPU time of its processes, microseconds, as measured by agents, otherwise by its scheduler; null if not measured. */
    public @Nullable Long cpuMicros() {
        boolean isMeasured = accounting.getCpuTimeUsedMicros() != 0
                || accounting.getRealMemoryKiBSeconds() != 0
                || accounting.getRealMemoryHighwaterKiB() != 0;
        Long millis = job.getCpuMillis();
        return isMeasured || millis == null
                ? isMeasured ? Long.valueOf(accounting.getCpuTimeUsedMicros()) : null
                : Long.valueOf(Math.multiplyExact(millis, MICROS_PER_MILLI));
    }

    /** Returns the last name of the bank's path; empty for none. */
    String account() {
        return lastName(job.getBank());
    }

    /** Returns the last name of a path. */
    public static String lastName(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
