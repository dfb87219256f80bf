package io.fairstream.rules.host;

import io.fairstream.rules.UtcDays;
import io.fairstream.rules.Work;
import io.fairstream.rules.journal.WorkPart;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Charges that follow from a host's reports in the order of their times. */
final class HostTimeline {
    private final HostLimits limits;
    private final List<HostCharge> charges = new ArrayList<>();
    private @Nullable HostBase here;

    /**
     * Begins before any report.
     *
     * @param base the host before the first report, or null when that is the first of all
     */
    HostTimeline(HostLimits limits, @Nullable HostBase base) {
        this.limits = limits;
        this.here = base;
    }

    List<HostCharge> charges() {
        return charges;
    }

    /** The host after the last report, or null before any. */
    @Nullable
    HostBase here() {
        return here;
    }

    /** Goes on to the next reports. */
    HostTimeline through(List<HostPoint> points) {
        points.forEach(this::go);
        return this;
    }

    private void go(HostPoint point) {
        if (here != null && point.at() > here.at()) {
            charge(here, point);
        }
        here = HostBase.after(here, point);
    }

    private void charge(HostBase before, HostPoint point) {
        EpochTotals known = before.epoch(point.epoch());
        List<Work> claims = point.counters().stream()
                .map(reported -> known == null ? reported.total() : known.since(reported))
                .toList();
        Work allowed = limits.allowance(before.hardware(), point.hardware(), point.at() - before.at());
        List<Work> granted = Cut.to(allowed, claims);
        for (int i = 0; i < claims.size(); i++) {
            Work work = granted.get(i);
            charge(
                    before.at(),
                    point,
                    point.counters().get(i),
                    work,
                    claims.get(i).minus(work));
        }
    }

    private void charge(long from, HostPoint point, Counter reported, Work work, Work cut) {
        List<UtcDays.Piece> pieces = UtcDays.split(from, point.at(), work);
        for (UtcDays.Piece piece : pieces) {
            Work cutHere = piece.to() == point.at() ? cut : Work.NOTHING;
            charges.add(charge(point, reported, piece, cutHere));
        }
        boolean isCutCharged =
                !pieces.isEmpty() && pieces.get(pieces.size() - 1).to() == point.at();
        if (!cut.isNothing() && !isCutCharged) {
            long lastDay = Math.max(from, UtcDays.day(point.at() - 1) * UtcDays.MILLIS);
            charges.add(charge(point, reported, new UtcDays.Piece(lastDay, point.at(), Work.NOTHING), cut));
        }
    }

    private static HostCharge charge(HostPoint point, Counter reported, UtcDays.Piece piece, Work cut) {
        WorkPart part = new WorkPart(reported.project(), reported.app(), piece.work(), cut);
        return new HostCharge(point.user(), piece.from(), piece.to(), part);
    }

    /**
     * The charges that lead from one course to another, without what both have. What is taken back is exactly
     * what was charged, not the difference to what is charged now: work is divided among hours, and a difference rounds in another way.
     */
    List<HostCharge> difference(HostTimeline old) {
        Map<HostCharge, Integer> net = new LinkedHashMap<>();
        old.charges.forEach(charge -> net.merge(charge, -1, Integer::sum));
        charges.forEach(charge -> net.merge(charge, 1, Integer::sum));
        List<HostCharge> difference = new ArrayList<>();
        net.forEach((charge, times) -> {
            HostCharge each = times < 0 ? charge.negated() : charge;
            difference.addAll(Collections.nCopies(Math.abs(times), each));
        });
        return difference;
    }
}
