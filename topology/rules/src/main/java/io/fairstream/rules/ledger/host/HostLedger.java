package io.fairstream.rules.ledger.host;

import io.fairstream.rules.ActiveDays;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.Work;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one host did between its reports.
 *
 * <p>Counters are cumulative, so a report counts what they rose by since the one before it; all they show where they began
 * from zero, in a new epoch or because one of a project decreased; and nothing when it is the first of the host. No more counts than
 * the host can have done since, over all its projects; the rest is cut.
 *
 * <p>A report that comes late is contained in the newer ones and has no effect, unless counters began from zero in between or
 * the newer one was taken for the first. The last few reports are remembered to tell; as long as they reach, sums do not depend on
 * the order of arrival. Days may: a late report that changes no sum does not divide what was charged for the time around it.
 *
 * <p>Source: Science United's note on accounting, "compute deltas (relative to host record); sanity-check deltas". Mutable; one
 * owner.
 */
public final class HostLedger {
    private static final int MOST_POINTS = 8;
    private static final int MOST_COUNTERS = 32;

    private @Nullable HostBase base;
    private final List<HostPoint> points;
    private Work work;
    private Work cut;
    private ActiveDays days;
    private ActiveDays gpuDays;

    /** A host of which nothing is known. */
    public HostLedger() {
        this(null, List.of(), Work.NOTHING, Work.NOTHING, ActiveDays.NONE, ActiveDays.NONE);
    }

    /**
     * A ledger as it was kept.
     *
     * @param base the host before the first of the points, or null when that is the first of all
     * @param points the last reports, in the order of their times
     * @param work all that was charged
     * @param cut all that was cut
     * @param days when it was there
     * @param gpuDays when it was there with a usable GPU
     */
    public HostLedger(
            @Nullable HostBase base, List<HostPoint> points, Work work, Work cut, ActiveDays days, ActiveDays gpuDays) {
        this.base = base;
        this.points = new ArrayList<>(points);
        this.work = work;
        this.cut = cut;
        this.days = days;
        this.gpuDays = gpuDays;
    }

    public @Nullable HostBase base() {
        return base;
    }

    public List<HostPoint> points() {
        return Collections.unmodifiableList(points);
    }

    public Work work() {
        return work;
    }

    public Work cut() {
        return cut;
    }

    public ActiveDays days() {
        return days;
    }

    public ActiveDays gpuDays() {
        return gpuDays;
    }

    /** The newest report, or null before any. */
    public @Nullable HostPoint newest() {
        return points.isEmpty() ? null : points.get(points.size() - 1);
    }

    /** Takes in when a report was made, before it is applied; may be repeated, and does not depend on what becomes of the report. */
    public HostActivity see(HostReport report, int window) {
        long day = UtcDays.day(report.at());
        HostPoint newest = newest();
        boolean isNews = !days.holds(day) || newest == null || !newest.user().equals(report.user());
        boolean hasGpu = report.hardware().hasUsableGpu();
        HostActivity activity = new HostActivity(
                report.user(), day, isNews, days.gained(day, window), hasGpu ? gpuDays.gained(day, window) : List.of());
        days = days.with(day);
        gpuDays = hasGpu ? gpuDays.with(day) : gpuDays;
        return activity;
    }

    /** Applies a report that is fine in itself. */
    public HostOutcome apply(HostReport report, HostLimits limits) {
        HostPoint point = HostPoint.of(report).sharing(newest());
        if (isKnown(point)) {
            return new HostOutcome.Duplicate();
        }
        int position = position(point);
        if (!hasPlace(point, position)) {
            return new HostOutcome.WithoutEffect();
        }
        HostOutcome outcome = position == points.size() ? append(point, limits) : insert(point, position, limits);
        forgetSurplus();
        return outcome;
    }

    private boolean isKnown(HostPoint point) {
        EpochTotals before = base == null ? null : base.epoch(point.epoch());
        return (before != null && before.sequence() == point.sequence())
                || points.stream()
                        .anyMatch(known -> known.sequence() == point.sequence()
                                && known.epoch().equals(point.epoch()));
    }

    private int position(HostPoint point) {
        int position = points.size();
        while (position > 0 && points.get(position - 1).at() > point.at()) {
            position--;
        }
        return position;
    }

    /** Whether no other is of the same time, and those of its epoch are in the order of their sequences. */
    private boolean hasPlace(HostPoint point, int position) {
        long before = position > 0 ? points.get(position - 1).at() : base == null ? Long.MIN_VALUE : base.at();
        EpochTotals same = base == null ? null : base.epoch(point.epoch());
        if (point.at() <= before || (same != null && same.sequence() > point.sequence())) {
            return false;
        }
        for (int i = 0; i < points.size(); i++) {
            HostPoint other = points.get(i);
            if (other.epoch().equals(point.epoch()) && other.sequence() > point.sequence() != i >= position) {
                return false;
            }
        }
        return true;
    }

    private HostOutcome append(HostPoint point, HostLimits limits) {
        HostCourse course = new HostCourse(limits, here());
        points.add(point);
        return new HostOutcome.Applied(charge(course.through(List.of(point)).charges()));
    }

    /** The host after the newest report, or null before any. */
    private @Nullable HostBase here() {
        HostBase here = base;
        for (HostPoint point : points) {
            here = HostBase.after(here, point);
        }
        return here;
    }

    private HostOutcome insert(HostPoint point, int position, HostLimits limits) {
        HostCourse old = new HostCourse(limits, base)
                .through(points.stream().filter(HostPoint::isCharged).toList());
        points.add(position, point);
        HostCourse all = new HostCourse(limits, base).through(points);
        if (all.sums().equals(old.sums())) {
            points.set(position, point.charged(false));
            return new HostOutcome.WithoutEffect();
        }
        points.replaceAll(known -> known.charged(true));
        return new HostOutcome.Corrected(charge(all.difference(old)));
    }

    private List<HostCharge> charge(List<HostCharge> charges) {
        for (HostCharge charge : charges) {
            work = work.plus(charge.work());
            cut = cut.plus(charge.cut());
        }
        return charges;
    }

    private void forgetSurplus() {
        while (points.size() > 1 && (points.size() > MOST_POINTS || counters() > MOST_COUNTERS)) {
            forgetOldest();
        }
    }

    private int counters() {
        return points.stream().mapToInt(point -> point.counters().size()).sum();
    }

    /** Forgets the oldest reports up to one at which a charge ends, but never the newest. */
    private void forgetOldest() {
        HostPoint oldest;
        do {
            oldest = points.remove(0);
            base = HostBase.after(base, oldest);
        } while (!oldest.isCharged() && points.size() > 1);
    }
}
