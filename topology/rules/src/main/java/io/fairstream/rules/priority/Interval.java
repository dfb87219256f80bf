package io.fairstream.rules.priority;

import io.fairstream.rules.Sums;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.journal.RateChange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A stretch of constant use by one match.
 *
 * @param of names the match
 * @param from when it begins, milliseconds since 1970
 * @param until when it ends, milliseconds since 1970, or {@link #OPEN}
 * @param resources in use all along
 * @param weight slot weight in use all along
 * @param isOwn whether it is the customer's use; in a group's subtree it is others', which moves the priority only
 */
public record Interval<K>(K of, long from, long until, long resources, double weight, boolean isOwn) {
    /** No end yet. */
    public static final long OPEN = Long.MAX_VALUE;

    /** The stretches that the entries make up, corrections cancelled out. A match has one, unless its weight was corrected. */
    static <K> List<Interval<K>> of(List<Charged<K>> entries) {
        Map<K, List<RateChange>> byMatch = new LinkedHashMap<>();
        for (Charged<K> entry : entries) {
            byMatch.computeIfAbsent(entry.of(), match -> new ArrayList<>(2)).add(entry.use());
        }
        List<Interval<K>> stretches = new ArrayList<>(byMatch.size());
        byMatch.forEach((match, uses) -> add(match, uses, stretches));
        return stretches;
    }

    private static <K> void add(K match, List<RateChange> uses, List<Interval<K>> stretches) {
        uses.sort(Comparator.comparingLong(RateChange::at));
        long resources = 0;
        double weight = 0;
        for (int i = 0; i < uses.size(); i++) {
            resources += uses.get(i).resources();
            weight = resources == 0 ? 0 : weight + uses.get(i).weight();
            long from = uses.get(i).at();
            long until = i + 1 < uses.size() ? uses.get(i + 1).at() : OPEN;
            if (resources != 0 && until > from) {
                stretches.add(new Interval<>(
                        match, from, until, resources, weight, !uses.get(i).isOfSubtree()));
            }
        }
    }

    public boolean isOpen() {
        return until == OPEN;
    }

    /** The part of it between two instants; of no length where it has none there. */
    public Interval<K> between(long begin, long end) {
        long first = Math.max(from, begin);
        return new Interval<>(of, first, Math.max(first, Math.min(until, end)), resources, weight, isOwn);
    }

    /**
     * Computes the contribution to the real priority at an instant: {@code w·(β(T-b) - β(T-a))} over {@code [a,b]}.
     *
     * @param at T, milliseconds; what comes later does not count
     */
    public double contribution(long at, HalfLife halfLife) {
        long end = Math.min(until, at);
        return end <= from ? 0 : weight * halfLife.beta(at - end) * halfLife.oneMinusBeta(end - from);
    }

    /** Resource-milliseconds up to an instant that count for the usage. */
    public long resourceMillis(long at) {
        return isOwn ? Sums.product(resources, millis(at)) : 0;
    }

    /** Slot weight x milliseconds up to an instant that count for the usage. */
    public double weightedMillis(long at) {
        return isOwn ? weight * millis(at) : 0;
    }

    private long millis(long at) {
        return Math.max(0, Math.min(until, at) - from);
    }
}
