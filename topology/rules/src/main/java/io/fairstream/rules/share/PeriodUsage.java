package io.fairstream.rules.share;

import io.fairstream.rules.Reason;
import io.fairstream.rules.Refused;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What one association used in each period. A run counts in the period in which it ended, once, however often and in
 * whatever order runs are told. Mutable; one owner.
 *
 * <p>{@code usage(T) = Σ D^k · raw[P(T) - k]} over the periods that count, k from 0: flux's usage, whenever it is asked for.
 * Sums are whole hundred-thousandths of a node-second, as flux rounds.
 */
public final class PeriodUsage {
    private static final int DECIMALS = 5;
    private static final double UNITS = 1e5;

    private final UsagePeriods periods;
    private final Map<String, Run> runs = new HashMap<>();
    private final TreeMap<Long, Long> raw = new TreeMap<>();

    /** An association that used nothing. */
    public PeriodUsage(UsagePeriods periods) {
        this.periods = periods;
    }

    private record Run(long endedAt, long units) {
        boolean replaces(Run known) {
            return endedAt == known.endedAt ? units > known.units : endedAt > known.endedAt;
        }
    }

    /**
     * Takes in a run that ended. Of a run that is told differently the latest end counts, then the largest usage.
     *
     * @param name the run's, never used again for another
     * @param endedAt milliseconds since 1970
     * @param nodeSeconds what it used, as {@link RunWeights} has it
     * @return the refusal of an impossible usage, or null if it is fine
     */
    public @Nullable Refused book(String name, long endedAt, double nodeSeconds) {
        long room = Long.MAX_VALUE - raw.getOrDefault(periods.period(endedAt), 0L);
        if (!(nodeSeconds >= 0 && nodeSeconds < room / UNITS)) {
            String detail = String.format(
                    "usage: %s node-s (expected: 0 or more, and less than 9.2e13 in a period), run %s",
                    nodeSeconds, name);
            return new Refused(Reason.NUMBER_IMPOSSIBLE, detail);
        }
        Run told = new Run(endedAt, units(nodeSeconds));
        Run known = runs.get(name);
        if (known == null || told.replaces(known)) {
            if (known != null) {
                add(known.endedAt, -known.units);
            }
            runs.put(name, told);
            add(told.endedAt, told.units);
        }
        return null;
    }

    private static long units(double nodeSeconds) {
        return new BigDecimal(nodeSeconds)
                .setScale(DECIMALS, RoundingMode.HALF_EVEN)
                .unscaledValue()
                .longValueExact();
    }

    private void add(long endedAt, long units) {
        raw.merge(periods.period(endedAt), units, Math::addExact);
        raw.remove(periods.period(endedAt), 0L);
    }

    /** The usage that counts at an instant, node-seconds. */
    public double usage(long at) {
        long now = periods.period(at);
        double usage = 0;
        for (Map.Entry<Long, Long> period : raw.headMap(now, true).entrySet()) {
            long age = now - period.getKey();
            if (age < periods.count()) {
                usage += Math.pow(periods.decayFactor(), (double) age) * (period.getValue() / UNITS);
            }
        }
        return usage;
    }

    /** What was used in each period, node-seconds, not decayed. */
    public SortedMap<Long, Double> raw() {
        TreeMap<Long, Double> nodeSeconds = new TreeMap<>();
        raw.forEach((period, units) -> nodeSeconds.put(period, units / UNITS));
        return nodeSeconds;
    }

    /** The same runs in other periods. */
    public PeriodUsage under(UsagePeriods others) {
        PeriodUsage same = new PeriodUsage(others);
        runs.forEach((name, run) -> {
            same.runs.put(name, run);
            same.add(run.endedAt, run.units);
        });
        return same;
    }

    /** Forgets the periods that count at no instant from this one on, and their runs. */
    public void forget(long at) {
        long last = periods.period(at) - periods.count();
        raw.headMap(last, true).clear();
        runs.values().removeIf(run -> periods.period(run.endedAt) <= last);
    }
}
