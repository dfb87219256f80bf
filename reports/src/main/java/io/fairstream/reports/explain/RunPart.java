package io.fairstream.reports.explain;

import io.fairstream.rules.association.UsageTerms;
import io.fairstream.schemas.Dimensions;
import java.time.Instant;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Part of one run in the usage of a user in a bank, at an instant. Mutable while it is added up. */
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
     * Which run it is.
     *
     * @param job cluster/jobId
     * @param submitted tells jobs of the same number apart; null when never said
     * @param run the scheduler's name of it; empty when it has none
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

    /** Something more, or less, is held, which adds that much to the smooth usage at the instant. */
    void hold(int moreHoldings, double moreWeight, double moreSmooth) {
        holdings += moreHoldings;
        weight += moreWeight;
        smooth += moreSmooth;
        smoothTurnover += Math.abs(moreSmooth);
    }

    /** So much counts in the period of an end. */
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

    /** Null before its end, though it may be suspended. */
    @Nullable
    Instant endedAt() {
        return holdings != 0 || unitsByEnd.isEmpty() ? null : Instant.ofEpochMilli(unitsByEnd.lastKey());
    }

    /** Booked units, by the instant of the end. */
    NavigableMap<Long, Long> unitsByEnd() {
        return unitsByEnd;
    }

    private long units() {
        return unitsByEnd.values().stream().mapToLong(Long::longValue).sum();
    }

    double nodeSeconds() {
        return units() / UsageTerms.UNITS;
    }

    /** Node-seconds per second that it uses now. */
    double weight() {
        return holdings == 0 ? 0 : weight;
    }

    double smooth() {
        return smooth;
    }

    /** Returns true if anything of the run was not taken back. A suspended run holds nothing, and is not booked. */
    boolean isSomething() {
        return holdings != 0 || !unitsByEnd.isEmpty() || Math.abs(smooth) > ROUNDING * smoothTurnover;
    }
}
