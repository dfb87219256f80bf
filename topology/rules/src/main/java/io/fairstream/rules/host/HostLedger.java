package io.fairstream.rules.host;

import io.fairstream.rules.HostUsage;
import io.fairstream.rules.Sums;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.UtcDays.ActiveDays;
import io.fairstream.rules.host.HostJournal.HostActivity;
import io.fairstream.rules.host.HostJournal.HostCharge;
import io.fairstream.rules.host.HostPoint.HostBase;
import io.fairstream.rules.host.HostReport.Hardware;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ledger of the work of one host between its reports.
 *
 * <p>Counters are cumulative, so a report counts what they rose by since the one before it; all they show where they began
 * from zero, in a new epoch or because one of a project decreased; and nothing when it is the first of the host. No more counts than
 * the host can have done since, over all its projects; the rest is cut.
 *
 * <p>What counts is a function of the reports, not of the order of their arrival. They stand in the order of their times. A report whose
 * time is not after that of an earlier one of its epoch does not count, nor does the second of two epochs at one instant: the next report
 * contains it. The last {@value #KEPT} that count are remembered, so a report before which fewer later ones arrived finds its
 * place: it divides the interval in which it lies, and what was charged for that is taken back. An older one is without effect.
 *
 * <p>Source: Science United's note on accounting, "compute deltas (relative to host record); sanity-check deltas". Mutable; one
 * owner.
 */
public final class HostLedger {
    /** Number of a host's last reports that are kept. */
    public static final int KEPT = 16;

    private @Nullable HostBase base;
    private HostTrail trail;
    private @Nullable HostBase here;
    private @Nullable HostPoint newest;
    private HostUsage work;
    private HostUsage cut;
    private ActiveDays days;
    private ActiveDays gpuDays;

    /** A host of which nothing is known. */
    public HostLedger() {
        this(null, HostTrail.EMPTY, HostUsage.EMPTY, HostUsage.EMPTY, ActiveDays.EMPTY, ActiveDays.EMPTY);
    }

    /**
     * A ledger as it was kept.
     *
     * @param base the host before the first of the reports, or null when that is the first of all
     * @param trail the last reports
     * @param work all that was charged
     * @param cut all that was cut
     * @param days when it was there
     * @param gpuDays when it was there with a usable GPU
     */
    public HostLedger(
            @Nullable HostBase base,
            HostTrail trail,
            HostUsage work,
            HostUsage cut,
            ActiveDays days,
            ActiveDays gpuDays) {
        this.base = base;
        this.trail = trail;
        this.here = base;
        this.work = work;
        this.cut = cut;
        this.days = days;
        this.gpuDays = gpuDays;
        trail.points().forEach(this::arriveAt);
    }

    /**
     * All there is to a ledger, to keep it.
     *
     * @param reports how many there are in the trail
     * @param trail the last reports, packed
     */
    public record Snapshot(
            HostUsage work,
            HostUsage cut,
            ActiveDays days,
            ActiveDays gpuDays,
            @Nullable HostBase base,
            int reports,
            ByteBuffer trail) {}

    /** A ledger as it was kept. */
    public static HostLedger of(Snapshot kept) {
        byte[] packed = new byte[kept.trail.remaining()];
        kept.trail.duplicate().get(packed);
        HostTrail trail = HostTrail.of(kept.reports, packed);
        return new HostLedger(kept.base, trail, kept.work, kept.cut, kept.days, kept.gpuDays);
    }

    public Snapshot snapshot() {
        return new Snapshot(work, cut, days, gpuDays, base, trail.size(), ByteBuffer.wrap(trail.packed()));
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

    /** Returns true if a report is the newest that counts. */
    public boolean isNewest(HostReport report) {
        return newest != null && newest.isSame(HostPoint.of(report));
    }

    /** Takes in when a report was made, before it is applied; may be repeated, and does not depend on what becomes of the report. */
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

    /** Returns true if the user is known to have been active on the day. When in doubt not: to say it once more does no harm. */
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

    /** Applies a report that is fine in itself. */
    public Outcome apply(HostReport report, HostLimits limits) {
        HostPoint point = HostPoint.of(report);
        HostPoint last = trail.last();
        boolean isNext =
                last != null && last.isOfEpoch(point) && point.at() > last.at() && point.sequence() > last.sequence();
        Outcome outcome = isNext ? append(point, limits) : insert(point, limits);
        while (trail.size() > KEPT) {
            base = HostBase.after(base, trail.first());
            trail = trail.withoutFirst();
        }
        return outcome;
    }

    private Outcome append(HostPoint point, HostLimits limits) {
        HostTimeline course = new HostTimeline(limits, here).through(List.of(point));
        trail = trail.with(point);
        arriveAt(point);
        return new Outcome.Applied(charge(course.charges()));
    }

    private void arriveAt(HostPoint point) {
        if (here == null || point.at() > here.at()) {
            here = HostBase.after(here, point);
            newest = point;
        }
    }

    private Outcome insert(HostPoint point, HostLimits limits) {
        List<HostPoint> before = trail.points();
        long forgotten = base == null ? -1 : base.sequence(point.epoch());
        if (point.sequence() == forgotten || before.stream().anyMatch(point::isSame)) {
            return new Outcome.Duplicate();
        }
        boolean isTooOld = base != null && (point.at() <= base.at() || point.sequence() < forgotten);
        if (isTooOld || before.stream().anyMatch(point::isOvertakenBy)) {
            return new Outcome.WithoutEffect();
        }
        List<HostPoint> after = new ArrayList<>(before);
        after.removeIf(other -> other.isOvertakenBy(point));
        after.add(point);
        after.sort(HostPoint.IN_ORDER);
        return replace(before, after, point, limits);
    }

    private Outcome replace(List<HostPoint> before, List<HostPoint> after, HostPoint point, HostLimits limits) {
        HostTimeline old = new HostTimeline(limits, base).through(before);
        HostTimeline all = new HostTimeline(limits, base).through(after);
        trail = HostTrail.of(after);
        here = base;
        newest = null;
        after.forEach(this::arriveAt);
        List<HostCharge> charges = charge(all.difference(old));
        boolean isAdded = after.size() > before.size();
        if (isAdded && after.stream().anyMatch(point::isSecondTo)) {
            return new Outcome.WithoutEffect();
        }
        boolean isLast = after.get(after.size() - 1).equals(point);
        return isAdded && isLast ? new Outcome.Applied(charges) : new Outcome.Corrected(charges);
    }

    private List<HostCharge> charge(List<HostCharge> charges) {
        for (HostCharge charge : charges) {
            work = work.plus(charge.part().work());
            cut = cut.plus(charge.part().cut());
        }
        return charges;
    }

    /** Outcome of an accepted report. */
    public sealed interface Outcome {
        /** Entries charged to the accounts. */
        default List<HostCharge> charges() {
            return List.of();
        }

        /**
         * It counts.
         *
         * @param charges what the accounts are charged; none when it is the first of a host, or nothing was done
         */
        record Applied(List<HostCharge> charges) implements Outcome {}

        /**
         * It came late and found its place: what was charged for the interval in which it lies is charged anew, divided by it, and so is
         * what else follows from it.
         *
         * @param charges what the accounts are charged; some may take back
         */
        record Corrected(List<HostCharge> charges) implements Outcome {}

        /** Known from before. */
        record Duplicate() implements Outcome {}

        /** It is older than what is remembered, or the host's clock went back before it was made, so that the next one contains it. */
        record WithoutEffect() implements Outcome {}
    }

    /**
     * Limits that no host is believed to exceed.
     *
     * @param processors most CPUs
     * @param cpuFlopsEach most FLOPS of a CPU
     * @param gpus most GPUs
     * @param gpuFlopsEach most FLOPS of a GPU
     * @param jobsPerSecond most jobs that succeed, and most that fail, on each CPU and GPU
     */
    public record HostLimits(int processors, double cpuFlopsEach, int gpus, double gpuFlopsEach, double jobsPerSecond) {
        /** Those of Science United's note, 100 GFLOPS x 256 CPUs and 100 TFLOPS x 8 GPUs; and a job a second. */
        public static final HostLimits DEFAULT = new HostLimits(256, 100e9, 8, 100e12, 1);

        private static final double MILLIS = 1e3;
        private static final double MILLION = 1e6;

        /**
         * The most that a host can have done in some time, over all projects: {@code instances x dt} of time, and that times its
         * own peak of FLOPs. Where the hardware changed, what the better of the two can have done counts, for each quantity; not what
         * one with the number of the one and the peak of the other could have.
         *
         * @param before the hardware at the begin
         * @param now the hardware at the end
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
}
