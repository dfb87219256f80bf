package io.fairstream.query.jobs;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Format;
import io.fairstream.query.records.TopicReader;
import io.fairstream.schemas.Job;
import io.fairstream.schemas.JobAccounting;
import io.fairstream.schemas.JobState;
import io.fairstream.schemas.Totals;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Run that should have ended but has not.
 *
 * @param due when it should have ended
 * @param late time since then
 */
public record Runaway(JobRow row, Instant due, Duration late) {
    private static final Set<JobState> HOLDING =
            EnumSet.of(JobState.STAGE_IN, JobState.RESERVED, JobState.RUNNING, JobState.SUSPENDED, JobState.STAGE_OUT);

    /**
     * Reads the tables: a row for each such run, the longest overdue first.
     *
     * @param older age from which any run is overdue; null for only after its expected end
     */
    public static Document report(TopicReader reader, JobQuery query, @Nullable Duration older) {
        List<JobRow> running =
                query.read(reader).stream().filter(Runaway::isHolding).toList();
        Document document = Document.of(new Columns<Runaway>()
                .text("cluster", each -> each.row.cluster())
                .text("jobId", each -> each.row.jobId())
                .text("user", each -> each.row.user())
                .text("bank", each -> each.row.bank())
                .text("state", each -> each.job().getState())
                .time("startTime", each -> each.job().getStartTime())
                .time("due", Runaway::due)
                .add("overdueSeconds", Format.ELAPSED, each -> AccountedJobs.seconds(each.late))
                .text("nodeList", each -> each.job().getNodeList())
                .add("chargedMicros", Format.MICROS_AS_HOURS, Runaway::charged)
                .add("processors", Format.WHOLE, Runaway::processors)
                .report(among(running, older, query.present())));
        long endless = running.stream().filter(row -> due(row, older) == null).count();
        return endless == 0
                ? document
                : document.warn(String.format(
                        Locale.ROOT,
                        "%,d runs have no time limit and no expected end (--older-than shows the old ones)",
                        endless));
    }

    private Job job() {
        return Objects.requireNonNull(row.job());
    }

    /** Returns the charge of the job so far, microseconds. */
    long charged() {
        return Totals.sum(row.allocated(), row.amount(JobAccounting::getCpuTimeReservedMicros));
    }

    /** Returns the number of processors for which the charge grows. */
    long processors() {
        return row.amount(each -> each.getProcessorsAllocated() + each.getProcessorsReserved());
    }

    /**
     * Returns the runaways among the jobs, the longest overdue first.
     *
     * @param older age from which any run is overdue; null for only after its expected end
     */
    static List<Runaway> among(List<JobRow> rows, @Nullable Duration older, Instant present) {
        return rows.stream()
                .filter(Runaway::isHolding)
                .filter(row -> due(row, older) != null)
                .map(row -> of(row, Objects.requireNonNull(due(row, older)), present))
                .filter(each -> !each.late.isNegative() && !each.late.isZero())
                .sorted(Comparator.comparing(Runaway::late).reversed().thenComparing(each -> each.row.jobId()))
                .toList();
    }

    private static Runaway of(JobRow row, Instant due, Instant present) {
        return new Runaway(row, due, Duration.between(due, present));
    }

    /** Returns true if the job has resources. */
    static boolean isHolding(JobRow row) {
        Job job = row.job();
        return job != null && HOLDING.contains(job.getState());
    }

    /** Returns the expected end of the job or the instant at which it becomes too old, whichever comes first; null for never. */
    static @Nullable Instant due(JobRow row, @Nullable Duration older) {
        Job job = Objects.requireNonNull(row.job());
        Instant expected = job.getEndTime();
        if (older == null) {
            return expected;
        }
        Instant start = job.getStartTime() == null ? job.getSince() : job.getStartTime();
        Instant old = start.plus(older);
        return expected == null || old.isBefore(expected) ? old : expected;
    }
}
