package io.fairstream.htcondor;

import io.fairstream.htcondor.file.ClassAd;
import io.fairstream.htcondor.match.Customer;
import io.fairstream.htcondor.match.JobSlot;
import io.fairstream.htcondor.match.OpenPoint;
import io.fairstream.htcondor.match.Source;
import io.fairstream.htcondor.match.Weight;
import io.fairstream.reading.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Parser of the run in a job's ad. An epoch's ad describes one run, from {@code JobCurrentStartDate} to
 * {@code EpochWriteDate}. Any other ad contains the times of the last run only.
 */
final class RunParser {
    private static final Set<Long> RUNNING = Set.of(2L, 6L, 7L);
    private static final long COMPLETED = 4;

    private final Source source;

    RunParser(Source source) {
        this.source = source;
    }

    /** A run, or the reason why there is none. */
    sealed interface Found {
        /**
         * A run.
         *
         * @param slots the run on each of its slots, rarely more than one
         * @param earlier number of earlier runs, whose times are not in the ad
         * @param notes guessed properties
         */
        record Run(List<HistoryRun> slots, long earlier, Set<OpenPoint> notes) implements Found {}

        record None(Outcome reason) implements Found {}
    }

    Found find(ClassAd job) {
        String kind = job.text("EpochAdType");
        if (kind != null && !kind.equals("EPOCH")) {
            return new Found.None(Outcome.NOT_ABOUT_USE);
        }
        Long cluster = job.whole("ClusterId");
        Long process = job.whole("ProcId");
        if (cluster == null || process == null || cluster < 0 || process < 0) {
            return new Found.None(Outcome.NO_JOB_ID);
        }
        if (JobSlot.hasNone(job)) {
            return new Found.None(Outcome.NO_CLAIM);
        }
        Instant start = job.time("JobCurrentStartDate");
        if (start == null) {
            return new Found.None(Outcome.NO_RUN);
        }
        boolean epoch = kind != null || job.has("EpochWriteDate");
        boolean running = !epoch && isRunning(job);
        Set<OpenPoint> notes = EnumSet.noneOf(OpenPoint.class);
        Instant end = running ? null : epoch ? writtenAt(job) : end(job, start, notes);
        if (!running && end == null) {
            return new Found.None(Outcome.BAD_TIME);
        }
        if (end != null && !end.isAfter(start)) {
            return new Found.None(Outcome.NO_RUN_TIME);
        }
        String customer = source.userOr(Customer.ofJob(job));
        if (customer == null) {
            return new Found.None(Outcome.NO_CUSTOMER);
        }
        Weight weight = running || epoch ? Weight.ofJob(job) : Weight.ofEndedJob(job);
        if (weight.guess() != null) {
            notes.add(weight.guess());
        }
        Long starts = job.whole("NumShadowStarts");
        return new Found.Run(
                slots(job, cluster + "." + process, notes).stream()
                        .map(slot -> new HistoryRun(
                                slot.name(), slot.id() + "#" + start, start, end, customer, weight.amount()))
                        .toList(),
                epoch || starts == null ? 0 : Math.max(0, starts - 1),
                notes);
    }

    private List<JobSlot> slots(ClassAd job, String id, Set<OpenPoint> notes) {
        Integer count = JobSlot.count(job);
        if (count == null) {
            notes.add(OpenPoint.SLOTS_UNKNOWN);
        }
        String host = Customer.first(job, "RemoteHost", "LastRemoteHost");
        return JobSlot.named(job, count == null ? 1 : count, host, id, source);
    }

    private static boolean isRunning(ClassAd job) {
        Long status = job.whole("JobStatus");
        return status != null && RUNNING.contains(status);
    }

    private static @Nullable Instant writtenAt(ClassAd epoch) {
        Instant written = epoch.time("EpochWriteDate");
        return written == null ? epoch.time("CurrentTime") : written;
    }

    /** Returns the end of the last run from the most direct attribute that is valid; null if there is none. */
    private static @Nullable Instant end(ClassAd job, Instant start, Set<OpenPoint> notes) {
        Long status = job.whole("JobStatus");
        Instant completed = job.time("CompletionDate");
        if (status != null && status == COMPLETED && completed != null) {
            return completed;
        }
        Instant lasted = after(start, job.number("LastRemoteWallClockTime"));
        if (lasted != null) {
            return lasted;
        }
        Instant vacated = job.time("LastVacateTime");
        if (vacated != null && vacated.isAfter(start)) {
            return vacated;
        }
        Long starts = job.whole("NumShadowStarts");
        Instant longest = after(start, job.number("RemoteWallClockTime"));
        return starts != null && starts == 1 && longest != null ? longest : leftAt(job, longest, notes);
    }

    /**
     * Returns the time of the job's last change of status, limited by the total duration of all runs. It is later than the end of
     * the run if the job was held or idle in between.
     */
    private static @Nullable Instant leftAt(ClassAd job, @Nullable Instant longest, Set<OpenPoint> notes) {
        Long before = job.whole("LastJobStatus");
        Instant entered = job.time("EnteredCurrentStatus");
        if (before != null && RUNNING.contains(before) && entered != null) {
            return longest != null && longest.isBefore(entered) ? longest : entered;
        }
        notes.add(OpenPoint.END_UNKNOWN);
        if (longest != null) {
            return entered != null && entered.isBefore(longest) ? entered : longest;
        }
        return before == null ? entered : null;
    }

    private static @Nullable Instant after(Instant start, @Nullable Double seconds) {
        boolean known = seconds != null && seconds > 0 && seconds < 1e10;
        return known && seconds != null ? start.plus(Duration.ofMillis(Math.round(seconds * 1000))) : null;
    }
}
