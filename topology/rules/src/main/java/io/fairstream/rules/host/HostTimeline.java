package io.fairstream.rules.host;

import io.fairstream.rules.HostUsage;
import io.fairstream.rules.UtcDays;
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
import org.jspecify.annotations.Nullable;

/** Charges for a host's reports in the order of their times. */
final class HostTimeline {
    private final HostLimits limits;
    private final List<HostCharge> charges = new ArrayList<>();
    private @Nullable HostBase here;

    /** @param base the host before the first report, or null if that is the first of all */
    HostTimeline(HostLimits limits, @Nullable HostBase base) {
        this.limits = limits;
        this.here = base;
    }

    List<HostCharge> charges() {
        return charges;
    }

    HostTimeline through(List<HostPoint> points) {
        for (HostPoint point : points) {
            if (here != null && point.at() > here.at()) {
                charge(here, point);
            }
            here = HostBase.after(here, point);
        }
        return this;
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
            Counter reported = point.counters().get(i);
            charge(before.at(), point, reported, work, claims.get(i).minus(work));
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
        long[] max = allowed.quantities();
        List<long[]> parts = claims.stream().map(HostUsage::quantities).toList();
        for (int quantity = 0; quantity < max.length; quantity++) {
            cut(max[quantity], parts, quantity);
        }
        return parts.stream().map(HostUsage::of).toList();
    }

    private static void cut(long allowed, List<long[]> claims, int quantity) {
        BigInteger max = BigInteger.valueOf(allowed);
        BigInteger sum = BigInteger.ZERO;
        for (long[] claim : claims) {
            sum = sum.add(BigInteger.valueOf(claim[quantity]));
        }
        if (sum.compareTo(max) <= 0) {
            return;
        }
        BigInteger claimed = BigInteger.ZERO;
        long given = 0;
        for (long[] claim : claims) {
            claimed = claimed.add(BigInteger.valueOf(claim[quantity]));
            long until = max.multiply(claimed).divide(sum).longValueExact();
            claim[quantity] = until - given;
            given = until;
        }
    }
}
