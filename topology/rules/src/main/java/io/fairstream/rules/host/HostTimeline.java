package io.fairstream.rules.host;

import io.fairstream.rules.HostUsage;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.host.HostJournal.HostCharge;
import io.fairstream.rules.host.HostLedger.HostLimits;
import io.fairstream.rules.host.HostPoint.Counter;
import io.fairstream.rules.host.HostPoint.EpochTotals;
import io.fairstream.rules.host.HostPoint.HostBase;
import io.fairstream.rules.journal.Entry.HostUsagePart;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Charges for a host's reports in the order of their times. */
final class HostTimeline {
    private final HostLimits limits;
    private final List<HostCharge> charges = new ArrayList<>();
    private @Nullable HostBase here;

    /**
     * Creates a timeline before any report.
     *
     * @param base the host before the first report, or null if that is the first of all
     */
    HostTimeline(HostLimits limits, @Nullable HostBase base) {
        this.limits = limits;
        this.here = base;
    }

    List<HostCharge> charges() {
        return charges;
    }

    /** Applies the next reports. */
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
        List<HostUsage> claims = point.counters().stream()
                .map(reported -> known == null ? reported.total() : known.since(reported))
                .toList();
        HostUsage allowed = limits.allowance(before.hardware(), point.hardware(), point.at() - before.at());
        List<HostUsage> granted = cut(allowed, claims);
        for (int i = 0; i < claims.size(); i++) {
            HostUsage work = granted.get(i);
            charge(
                    before.at(),
                    point,
                    point.counters().get(i),
                    work,
                    claims.get(i).minus(work));
        }
    }

    private void charge(long from, HostPoint point, Counter reported, HostUsage work, HostUsage cut) {
        List<UtcDays.Piece> pieces = UtcDays.split(from, point.at(), work);
        for (UtcDays.Piece piece : pieces) {
            HostUsage cutHere = piece.to() == point.at() ? cut : HostUsage.EMPTY;
            charges.add(charge(point, reported, piece, cutHere));
        }
        boolean isCutCharged =
                !pieces.isEmpty() && pieces.get(pieces.size() - 1).to() == point.at();
        if (!cut.isEmpty() && !isCutCharged) {
            long lastDay = Math.max(from, UtcDays.day(point.at() - 1) * UtcDays.MILLIS);
            charges.add(charge(point, reported, new UtcDays.Piece(lastDay, point.at(), HostUsage.EMPTY), cut));
        }
    }

    private static HostCharge charge(HostPoint point, Counter reported, UtcDays.Piece piece, HostUsage cut) {
        HostUsagePart part = new HostUsagePart(reported.project(), reported.app(), piece.work(), cut);
        return new HostCharge(point.user(), piece.from(), piece.to(), part);
    }

    /**
     * Returns the charges that turn the old timeline into this one, without the charges of both. Old charges are taken back as they were,
     * not as a difference to the new charges: work is divided among hours, and a difference would be rounded differently.
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

    /**
     * Limits the claims of a host's projects to the capacity of the host. If the sum of a quantity exceeds it, each project gets a
     * proportional part: {@code floor(allowed x Σ claims up to it / Σ claims) - parts of the projects before it}, so that the parts add up
     * to the allowed amount.
     *
     * @param claims 0 or more
     * @return the counted part of each claim, in order
     */
    private static List<HostUsage> cut(HostUsage allowed, List<HostUsage> claims) {
        HostUsage sum = claims.stream().reduce(HostUsage.EMPTY, HostUsage::plus);
        if (allowed.isAtLeast(sum)) {
            return claims;
        }
        List<long[]> parts = List.of(
                quantity(allowed, claims, HostUsage::cpuMicros),
                quantity(allowed, claims, HostUsage::gpuMicros),
                quantity(allowed, claims, HostUsage::cpuMflop),
                quantity(allowed, claims, HostUsage::gpuMflop),
                quantity(allowed, claims, HostUsage::succeeded),
                quantity(allowed, claims, HostUsage::failed));
        List<HostUsage> granted = new ArrayList<>(claims.size());
        for (int i = 0; i < claims.size(); i++) {
            granted.add(new HostUsage(
                    parts.get(0)[i],
                    parts.get(1)[i],
                    parts.get(2)[i],
                    parts.get(3)[i],
                    parts.get(4)[i],
                    parts.get(5)[i]));
        }
        return granted;
    }

    private static long[] quantity(HostUsage allowed, List<HostUsage> claims, ToLongFunction<HostUsage> quantity) {
        long[] amounts = claims.stream().mapToLong(quantity).toArray();
        BigInteger max = BigInteger.valueOf(quantity.applyAsLong(allowed));
        BigInteger sum = BigInteger.ZERO;
        for (long amount : amounts) {
            sum = sum.add(BigInteger.valueOf(amount));
        }
        if (sum.compareTo(max) <= 0) {
            return amounts;
        }
        BigInteger claimed = BigInteger.ZERO;
        long given = 0;
        for (int i = 0; i < amounts.length; i++) {
            claimed = claimed.add(BigInteger.valueOf(amounts[i]));
            long until = max.multiply(claimed).divide(sum).longValueExact();
            amounts[i] = until - given;
            given = until;
        }
        return amounts;
    }
}
