package io.fairstream.rules.host;

import io.fairstream.rules.Work;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Cuts what a host claims for its projects to what it can have done. Where the sum of a quantity exceeds it, each project gets
 * its part in proportion: {@code floor(allowed x Σ claims up to it / Σ claims) - what those before it got}, so that the parts add up to
 * what is allowed.
 */
final class Cut {
    private Cut() {}

    /** Returns the counted part of each claim, in their order. Claims are 0 or more. */
    static List<Work> to(Work allowed, List<Work> claims) {
        Work sum = claims.stream().reduce(Work.NOTHING, Work::plus);
        if (allowed.isAtLeast(sum)) {
            return claims;
        }
        List<long[]> parts = List.of(
                quantity(allowed, claims, Work::cpuMicros),
                quantity(allowed, claims, Work::gpuMicros),
                quantity(allowed, claims, Work::cpuMflop),
                quantity(allowed, claims, Work::gpuMflop),
                quantity(allowed, claims, Work::succeeded),
                quantity(allowed, claims, Work::failed));
        List<Work> granted = new ArrayList<>(claims.size());
        for (int i = 0; i < claims.size(); i++) {
            granted.add(new Work(
                    parts.get(0)[i],
                    parts.get(1)[i],
                    parts.get(2)[i],
                    parts.get(3)[i],
                    parts.get(4)[i],
                    parts.get(5)[i]));
        }
        return granted;
    }

    private static long[] quantity(Work allowed, List<Work> claims, ToLongFunction<Work> quantity) {
        long[] amounts = claims.stream().mapToLong(quantity).toArray();
        BigInteger most = BigInteger.valueOf(quantity.applyAsLong(allowed));
        BigInteger sum = BigInteger.ZERO;
        for (long amount : amounts) {
            sum = sum.add(BigInteger.valueOf(amount));
        }
        if (sum.compareTo(most) <= 0) {
            return amounts;
        }
        BigInteger claimed = BigInteger.ZERO;
        long given = 0;
        for (int i = 0; i < amounts.length; i++) {
            claimed = claimed.add(BigInteger.valueOf(amounts[i]));
            long until = most.multiply(claimed).divide(sum).longValueExact();
            amounts[i] = until - given;
            given = until;
        }
        return amounts;
    }
}
