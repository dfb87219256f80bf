package io.fairstream.query.jobs;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Format;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.usage.TimeColumns;
import io.fairstream.rules.Amounts.Quantity;
import io.fairstream.schemas.Job;
import io.fairstream.schemas.Totals;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Efficiency of a job, or of all jobs of a user: the used part of what was given.
 *
 * <pre>
 *   cpu    = CPU time used / processor time allocated
 *   memory = high-water of the largest session / memory requested for a node
 * </pre>
 *
 * Where no agent measured a job, its scheduler's numbers hold, as {@code seff} has them:
 *
 * <pre>
 *   cpu    = TotalCPU / (elapsed x processors)
 *   memory = peaks of the tasks of the largest step / memory allocated to the job
 * </pre>
 *
 * Of a user, sums are divided by sums: of memory over the jobs that requested some.
 *
 * @param row the job; null for the sum of a user
 * @param jobs how many
 * @param allocated microseconds
 * @param used microseconds
 * @param highwaterKiB of jobs that requested memory
 * @param requestedKiB for one node, or the whole job where its scheduler measured; 0 when nothing was requested
 */
public record Efficiency(
        @Nullable JobRow row,
        String cluster,
        String user,
        long jobs,
        long allocated,
        long used,
        long highwaterKiB,
        double requestedKiB,
        Meter measuredBy) {

    /** Order by waste: lowest CPU efficiency first, then the largest allocation. */
    static final Comparator<Efficiency> WORST_FIRST = Comparator.comparingDouble(Efficiency::cpu)
            .thenComparing(Comparator.comparingLong(Efficiency::allocated).reversed())
            .thenComparing(Efficiency::cluster)
            .thenComparing(Efficiency::user)
            .thenComparing(each -> each.row == null ? 0 : each.row.jobId());

    private static final double MICROS_PER_HOUR = 3600e6;
    private static final long MICROS_PER_MILLI = 1000;
    private static final double KIB_PER_MIB = 1024;

    /** Source of the measurements of use. */
    enum Meter {
        AGENTS,
        SCHEDULER,
        BOTH;

        private Meter and(Meter other) {
            return this == other ? this : BOTH;
        }

        String shown() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Subject of a row. */
    public enum By {
        JOB,
        USER
    }

    /**
     * Reads the tables: a row for each job or user, the least efficient first, for jobs that ran and were measured.
     *
     * @param minHours minimum of allocated processor hours
     * @param limit maximum number of rows; null for all
     * @param time unit of processor time; not percent
     */
    public static Document report(
            TopicReader reader, JobQuery query, By by, double minHours, @Nullable Integer limit, TimeColumns time) {
        List<JobRow> ran =
                query.read(reader).stream().filter(row -> row.allocated() != 0).toList();
        List<Efficiency> jobs =
                ran.stream().map(Efficiency::of).flatMap(Optional::stream).toList();
        List<Efficiency> rows = (by == By.USER ? byUser(jobs) : jobs)
                .stream()
                        .filter(row -> row.allocated >= minHours * MICROS_PER_HOUR)
                        .sorted(WORST_FIRST)
                        .limit(limit == null ? Long.MAX_VALUE : limit)
                        .toList();
        Document document = Document.of(columns(by, time).report(rows));
        int left = ran.size() - jobs.size();
        return left == 0
                ? document
                : document.warn(String.format(
                        Locale.ROOT,
                        "%,d jobs ran, but neither agents nor the scheduler measured them: they are left out",
                        left));
    }

    private static Columns<Efficiency> columns(By by, TimeColumns time) {
        Columns<Efficiency> columns =
                new Columns<Efficiency>().text("cluster", Efficiency::cluster).text("user", Efficiency::user);
        if (by == By.USER) {
            columns.add("jobs", Format.WHOLE, Efficiency::jobs);
        } else {
            columns.text("jobId", each -> each.job().jobId())
                    .text("name", each -> each.job().ofJob(Job::getName))
                    .text("state", each -> each.job().state());
        }
        columns.percent("cpuEfficiency", Efficiency::cpu).percent("memoryEfficiency", Efficiency::memory);
        time.processorTime(columns, "allocated", Efficiency::allocated, each -> null);
        time.processorTime(columns, "used", Efficiency::used, each -> null);
        time.processorTime(columns, "unused", Efficiency::wasted, each -> null);
        return columns.number("realMemoryHighwaterMiB", each -> each.mebibytes((double) each.highwaterKiB))
                .headed("MOST MIB")
                .number("requestedMiB", each -> each.mebibytes(each.requestedKiB))
                .headed("REQUESTED MIB")
                .text("measuredBy", each -> each.measuredBy.shown());
    }

    private JobRow job() {
        return Objects.requireNonNull(row);
    }

    private @Nullable Double mebibytes(double kibibytes) {
        return requestedKiB == 0 ? null : kibibytes / KIB_PER_MIB;
    }

    /** Returns the efficiency; empty if the job was not measured. */
    static Optional<Efficiency> of(JobRow row) {
        if (row.isMeasured()) {
            long highwater = row.used().get(Quantity.REAL_HIGHWATER);
            return Optional.of(
                    of(row, row.used().get(Quantity.CPU_USED), highwater, row.requestedKiBPerNode(), Meter.AGENTS));
        }
        Long millis = row.ofJob(Job::getCpuMillis);
        return millis == null
                ? Optional.empty()
                : Optional.of(of(
                        row,
                        millis * MICROS_PER_MILLI,
                        row.ofJob(Job::getMemoryHighwaterKiB),
                        row.requestedKiB(),
                        Meter.SCHEDULER));
    }

    private static Efficiency of(
            JobRow row, long used, @Nullable Long highwaterKiB, @Nullable Double requestedKiB, Meter measuredBy) {
        return new Efficiency(
                row,
                row.cluster(),
                row.user(),
                1,
                row.allocated(),
                used,
                highwaterKiB == null || requestedKiB == null ? 0 : highwaterKiB,
                highwaterKiB == null || requestedKiB == null ? 0 : requestedKiB,
                measuredBy);
    }

    private record Login(String cluster, String user) {}

    /** Returns a row for each user of each cluster. */
    static List<Efficiency> byUser(List<Efficiency> jobs) {
        Map<Login, Efficiency> users = new HashMap<>();
        jobs.forEach(job -> users.merge(new Login(job.cluster, job.user), job.withoutJob(), Efficiency::plus));
        return List.copyOf(users.values());
    }

    private Efficiency withoutJob() {
        return new Efficiency(null, cluster, user, jobs, allocated, used, highwaterKiB, requestedKiB, measuredBy);
    }

    private Efficiency plus(Efficiency other) {
        return new Efficiency(
                null,
                cluster,
                user,
                jobs + other.jobs,
                Totals.sum(allocated, other.allocated),
                Totals.sum(used, other.used),
                Totals.sum(highwaterKiB, other.highwaterKiB),
                requestedKiB + other.requestedKiB,
                measuredBy.and(other.measuredBy));
    }

    /** Returns the CPU efficiency: 1 if everything was used, more if processes used more than was allocated. */
    double cpu() {
        return allocated == 0 ? 0 : (double) used / allocated;
    }

    /** Returns the memory efficiency; null if no memory was requested. */
    @Nullable
    Double memory() {
        return requestedKiB == 0 ? null : highwaterKiB / requestedKiB;
    }

    /** Returns the unused part of the allocation, microseconds; negative if more was used. */
    long wasted() {
        return allocated - used;
    }
}
