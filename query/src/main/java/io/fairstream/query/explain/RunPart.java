package io.fairstream.query.explain;

import io.fairstream.rules.share.UsageTerms;
import io.fairstream.schemas.Dimensions;
import java.time.Instant;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Part of one run in the usage of a user in a bank, at an instant. Mutable during summation. */
final class RunPart {
    private static final double ROUNDING = 1e-12;

    private final Key key;
    private final NavigableMap<Long, Long> unitsByEnd = new TreeMap<>();
    private long since = Long.MAX_VALUE;
    private int holdings;
    private double weight;
    private double smooth;
    private double smoothTurnover;

    /**
     * Identity of a run.
     *
     * @param job cluster/jobId
     * @param submitted distinguishes jobs of the same number; null if not reported
     * @param run the scheduler's name of the run; empty if it has none
     */
    record Key(String job, @Nullable Instant submitted, String run) {
        static Key of(String job, Dimensions dimensions) {
            return new Key(job, dimensions.getSubmitted(), Objects.requireNonNullElse(dimensions.getRun(), ""));
        }
    }

    RunPart(Key key) {
        this.key = key;
    }

    void begin(long sinceMillis) {
        since = Math.min(since, sinceMillis);
    }

    /** Adds a change of the allocations, which contributes {@code moreSmooth} to the smooth usage at the instant. */
    void hold(int moreHoldings, double moreWeight, double moreSmooth) {
        holdings += moreHoldings;
        weight += moreWeight;
        smooth += moreSmooth;
        smoothTurnover += Math.abs(moreSmooth);
    }

    /** Books units in the period of an end. */
    void book(long endedAt, long units) {
        unitsByEnd.merge(endedAt, units, Long::sum);
        unitsByEnd.remove(endedAt, 0L);
    }

    Key key() {
        return key;
    }

    Instant since() {
        return Instant.ofEpochMilli(since);
    }

    /** Returns null before the end, even if the run is suspended. */
    @Nullable
    Instant endedAt() {
        return holdings != 0 || unitsByEnd.isEmpty() ? null : Instant.ofEpochMilli(unitsByEnd.lastKey());
    }

    /** Returns the booked units by the instant of the end. */
    NavigableMap<Long, Long> unitsByEnd() {
        return unitsByEnd;
    }

    private long units() {
        return unitsByEnd.values().stream().mapToLong(Long::longValue).sum();
    }

    double nodeSeconds() {
        return units() / UsageTerms.UNITS;
    }

    /** Returns the current usage rate, in node-seconds per second. */
    double weight() {
        return holdings == 0 ? 0 : weight;
    }

    double smooth() {
        return smooth;
    }

    /** Returns true unless the run was retracted completely. A suspended run has no allocation and is not booked. */
    boolean isSomething() {
        return holdings != 0 || !unitsByEnd.isEmpty() || Math.abs(smooth) > ROUNDING * smoothTurnover;
    }
}
