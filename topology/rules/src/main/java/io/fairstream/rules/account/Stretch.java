package io.fairstream.rules.account;

import io.fairstream.rules.decay.HalfLife;
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
 */
public record Stretch<K>(K of, long from, long until, long resources, double weight) {
    /** No end yet. */
    public static final long OPEN = Long.MAX_VALUE;

    /** The stretches that the entries make up, corrections cancelled out. A match has one, unless its weight was corrected. */
    static <K> List<Stretch<K>> of(List<Charged<K>> entries) {
        Map<K, List<Entry.Use>> byMatch = new LinkedHashMap<>();
        for (Charged<K> entry : entries) {
            byMatch.computeIfAbsent(entry.of(), match -> new ArrayList<>(2)).add(entry.use());
        }
        List<Stretch<K>> stretches = new ArrayList<>(byMatch.size());
        byMatch.forEach((match, uses) -> add(match, uses, stretches));
        return stretches;
    }

    private static <K> void add(K match, List<Entry.Use> uses, List<Stretch<K>> stretches) {
        uses.sort(Comparator.comparingLong(Entry.Use::at));
        long resources = 0;
        double weight = 0;
        for (int i = 0; i < uses.size(); i++) {
            resources += uses.get(i).resources();
            weight = resources == 0 ? 0 : weight + uses.get(i).weight();
            long from = uses.get(i).at();
            long until = i + 1 < uses.size() ? uses.get(i + 1).at() : OPEN;
            if (resources != 0 && until > from) {
                stretches.add(new Stretch<>(match, from, until, resources, weight));
            }
        }
    }

    public boolean isOpen() {
        return until == OPEN;
    }

    /** The part of it between two instants; of no length where it has none there. */
    public Stretch<K> between(long begin, long end) {
        long first = Math.max(from, begin);
        return new Stretch<>(of, first, Math.max(first, Math.min(until, end)), resources, weight);
    }

    /**
     * What it adds to the real priority at an instant: {@code w·(β(T-b) - β(T-a))} over {@code [a,b]}.
     *
     * @param at T, milliseconds; what comes later does not count
     */
    public double contribution(long at, HalfLife halfLife) {
        long end = Math.min(until, at);
        return end <= from ? 0 : weight * halfLife.beta(at - end) * halfLife.oneMinusBeta(end - from);
    }

    /** Resource-milliseconds up to an instant. */
    public long resourceMillis(long at) {
        return Math.multiplyExact(resources, millis(at));
    }

    /** Slot weight x milliseconds up to an instant. */
    public double weightedMillis(long at) {
        return weight * millis(at);
    }

    private long millis(long at) {
        return Math.max(0, Math.min(until, at) - from);
    }
}
