package io.fairstream.rules.host;

import io.fairstream.rules.HostUsage;
import io.fairstream.rules.Sums;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.UtcDays.Active;
import io.fairstream.rules.UtcDays.ActiveDays;
import io.fairstream.rules.host.HostPoint.HostBase;
import io.fairstream.rules.host.HostReport.Hardware;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.Charge.Dimensions;
import io.fairstream.rules.journal.ChargeSums;
import io.fairstream.rules.journal.Entry.HostUsageEntry;
import io.fairstream.rules.journal.Outcome;
import io.fairstream.rules.journal.Outcome.Effect;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ledger of the work of one host between its reports.
 *
 * <p>Counters are cumulative, so a report counts their increase since the previous report. If they started from zero, in a new epoch or
 * because a counter of the project decreased, their full values count. The first report of a host counts nothing. The total over all
 * projects is limited by the capacity of the host since the previous report; the excess is cut.
 *
 * <p>The result depends on the reports, not on the order of their arrival; they are sorted by time. A report does not count if its time is
 * not after that of an earlier report of its epoch, or if it is the second of two epochs at one instant: the next report contains its work.
 * The last {@value #KEPT} reports that count are stored. A late report within these divides the interval around it, and the charges for
 * that interval are taken back. An older report has no effect.
 *
 * <p>Source: Science United's note on accounting, "compute deltas (relative to host record); sanity-check deltas". Mutable; one
 * owner.
 */
public final class HostLedger {
    public static final int KEPT = 16;

    private @Nullable HostBase base;
    private HostTrail trail;
    private @Nullable HostBase here;
    private @Nullable HostPoint newest;
    private HostUsage work;
    private HostUsage cut;
    private ActiveDays days;
    private ActiveDays gpuDays;

    public HostLedger() {
        this(HostUsage.EMPTY, HostUsage.EMPTY, ActiveDays.EMPTY, ActiveDays.EMPTY, null, HostTrail.EMPTY);
    }

    /**
     * @param work total work charged
     * @param cut total work cut
     * @param days days on which the host reported
     * @param gpuDays days on which the host reported with a usable GPU
     * @param base the host before the first of the reports, or null when that is the first of all
     * @param trail last reports
     */
    public HostLedger(
            HostUsage work,
            HostUsage cut,
            ActiveDays days,
            ActiveDays gpuDays,
            @Nullable HostBase base,
            HostTrail trail) {
        this.base = base;
        this.trail = trail;
        this.here = base;
        this.work = work;
        this.cut = cut;
        this.days = days;
        this.gpuDays = gpuDays;
        trail.points().forEach(this::arriveAt);
    }

    public @Nullable HostBase base() {
        return base;
    }

    public HostTrail trail() {
        return trail;
    }

    public HostUsage work() {
        return work;
    }

    public HostUsage cut() {
        return cut;
    }

    public ActiveDays days() {
        return days;
    }

    public ActiveDays gpuDays() {
        return gpuDays;
    }

    /** The newest report that counts, or null before any. */
    public @Nullable HostPoint newest() {
        return newest;
    }

    public boolean isNewest(HostReport report) {
        return newest != null && newest.isSame(HostPoint.of(report));
    }

    /**
     * Records the day of a report, before the report is applied, and returns the activity. May be repeated; does not depend on the outcome
     * of the report.
     */
    public HostActivity see(HostReport report, int window) {
        long day = UtcDays.day(report.at());
        boolean hasGpu = report.hardware().hasUsableGpu();
        HostActivity activity = new HostActivity(
                report.user(),
                day,
                !isSeen(report, day),
                days.gained(day, window),
                hasGpu ? gpuDays.gained(day, window) : List.of());
        days = days.with(day);
        gpuDays = hasGpu ? gpuDays.with(day) : gpuDays;
        return activity;
    }

    /** Returns true if the user is known to have been active on the day. In doubt it returns false, since a repeated charge is harmless. */
    private boolean isSeen(HostReport report, long day) {
        String user = report.user();
        if (!days.holds(day) || newest == null) {
            return false;
        }
        if (newest.isSeen(user, day)) {
            return true;
        }
        List<HostPoint> points = trail.points();
        boolean isForgotten = base != null && report.at() <= base.at();
        return points.stream().anyMatch(point -> point.isSeen(user, day))
                || (isForgotten
                        && points.stream().allMatch(point -> point.user().equals(user)));
    }

    /**
     * Applies a report that is valid in itself. If it arrived late, the interval around it is divided and charged again, and so is
     * everything that depends on it. It has no effect if it is older than the stored ones, or if the host's clock was set back before it,
     * so that the next report contains its work.
     */
    public Outcome<HostCharge, Void> apply(HostReport report, HostLimits limits) {
        HostPoint point = HostPoint.of(report);
        HostPoint last = trail.last();
        boolean isNext =
                last != null && last.isOfEpoch(point) && point.at() > last.at() && point.sequence() > last.sequence();
        Outcome<HostCharge, Void> outcome = isNext ? append(point, limits) : insert(point, limits);
        while (trail.size() > KEPT) {
            base = HostBase.after(base, trail.first());
            trail = trail.withoutFirst();
        }
        return outcome;
    }

    private Outcome<HostCharge, Void> append(HostPoint point, HostLimits limits) {
        HostTimeline course = new HostTimeline(limits, here).through(List.of(point));
        trail = trail.with(point);
        arriveAt(point);
        return Outcome.of(Effect.APPLIED, charge(course.charges()), List.of());
    }

    private void arriveAt(HostPoint point) {
        if (here == null || point.at() > here.at()) {
            here = HostBase.after(here, point);
            newest = point;
        }
    }

    private Outcome<HostCharge, Void> insert(HostPoint point, HostLimits limits) {
        List<HostPoint> before = trail.points();
        long forgotten = base == null ? -1 : base.sequence(point.epoch());
        if (point.sequence() == forgotten || before.stream().anyMatch(point::isSame)) {
            return Outcome.of(Effect.DUPLICATE);
        }
        boolean isTooOld = base != null && (point.at() <= base.at() || point.sequence() < forgotten);
        if (isTooOld || before.stream().anyMatch(point::isOvertakenBy)) {
            return Outcome.of(Effect.WITHOUT_EFFECT);
        }
        List<HostPoint> after = new ArrayList<>(before);
        after.removeIf(other -> other.isOvertakenBy(point));
        after.add(point);
        after.sort(HostPoint.IN_ORDER);
        return replace(before, after, point, limits);
    }

    private Outcome<HostCharge, Void> replace(
            List<HostPoint> before, List<HostPoint> after, HostPoint point, HostLimits limits) {
        HostTimeline old = new HostTimeline(limits, base).through(before);
        HostTimeline all = new HostTimeline(limits, base).through(after);
        trail = HostTrail.of(after);
        here = base;
        newest = null;
        after.forEach(this::arriveAt);
        List<HostCharge> charges = charge(all.difference(old));
        return after.size() > before.size() && after.stream().anyMatch(point::isSecondTo)
                ? Outcome.of(Effect.WITHOUT_EFFECT)
                : Outcome.of(Effect.APPLIED, charges, List.of());
    }

    private List<HostCharge> charge(List<HostCharge> charges) {
        for (HostCharge charge : charges) {
            work = work.plus(charge.part().work());
            cut = cut.plus(charge.part().cut());
        }
        return charges;
    }

    /**
     * Sanity limits of a host.
     *
     * @param processors maximum number of CPUs
     * @param cpuFlopsEach maximum FLOPS of a CPU
     * @param gpus maximum number of GPUs
     * @param gpuFlopsEach maximum FLOPS of a GPU
     * @param jobsPerSecond maximum rate of successful jobs, and of failed jobs, on each CPU and GPU
     */
    public record HostLimits(int processors, double cpuFlopsEach, int gpus, double gpuFlopsEach, double jobsPerSecond) {
        /** Limits of Science United's note, 100 GFLOPS x 256 CPUs and 100 TFLOPS x 8 GPUs; and one job per second. */
        public static final HostLimits DEFAULT = new HostLimits(256, 100e9, 8, 100e12, 1);

        private static final double MILLIS = 1e3;
        private static final double MILLION = 1e6;

        /**
         * Computes the maximum work of a host in an interval, over all projects: {@code instances x dt} of time, and that times the
         * reported peak of FLOPs, within these limits. If the hardware changed, the larger of both results counts for each quantity; the
         * count of one is not multiplied by the peak of the other.
         */
        HostUsage allowance(Hardware before, Hardware now, long millis) {
            HostUsage max = capacity(now, millis);
            return before.equals(now) ? max : max.with(capacity(before, millis), Math::max);
        }

        private HostUsage capacity(Hardware hardware, long millis) {
            int cpus = Math.min(processors, hardware.processors());
            int coprocessors = Math.min(gpus, hardware.gpus());
            double seconds = millis / MILLIS;
            long jobs = (long) Math.ceil((cpus + coprocessors) * seconds * jobsPerSecond);
            return new HostUsage(
                    Sums.processorMicros(cpus, millis),
                    Sums.processorMicros(coprocessors, millis),
                    (long) Math.ceil(cpus * seconds * Math.min(cpuFlopsEach, hardware.cpuFlopsEach()) / MILLION),
                    (long) Math.ceil(
                            coprocessors * seconds * Math.min(gpuFlopsEach, hardware.gpuFlopsEach()) / MILLION),
                    jobs,
                    jobs);
        }
    }

    /**
     * Activity of a host shown by a report.
     *
     * @param isFirstOfDay whether the report is the first of the host or its user on that day
     * @param days days on which the host counts as active only because of this report
     * @param gpuDays days on which the host counts as active with a usable GPU only because of this report
     */
    public record HostActivity(String user, long day, boolean isFirstOfDay, List<Long> days, List<Long> gpuDays) {
        /**
         * Returns the entries of the journal for the day on which the host was active.
         *
         * @param sums receives the days on which the activity makes the host count as active
         */
        public List<Charge> charges(String host, Cause cause, ChargeSums sums) {
            sums.addActive(Active.HOST, day, days, cause);
            sums.addActive(Active.GPU_HOST, day, gpuDays, cause);
            if (!isFirstOfDay) {
                return List.of();
            }
            HostUsageEntry entry = new HostUsageEntry.Seen(day);
            return List.of(HostCharge.charge(host, user, Dimensions.ofWork(host, "", ""), entry, cause));
        }
    }
}
