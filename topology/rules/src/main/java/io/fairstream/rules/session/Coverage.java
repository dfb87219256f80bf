package io.fairstream.rules.session;

import io.fairstream.rules.Rejection;
import io.fairstream.rules.Rejection.Reason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The time of a node that is covered by snapshots, as maximal intervals in order. Between two intervals the node counts as down. Mutable;
 * one owner.
 *
 * <p>The stored intervals take at most 8 KiB. Beyond this limit the oldest are dropped, and snapshots that begin before the first remaining
 * interval are rejected.
 */
public final class Coverage {
    private static final int MAX_BYTES = 8192;
    private static final int BYTES_OF_STRETCH = 32;

    private final List<Interval> stretches;
    private boolean hasForgotten;

    public Coverage() {
        this(List.of(), false);
    }

    /**
     * @param stretches in order
     * @param hasForgotten whether earlier intervals were dropped
     */
    public Coverage(List<Interval> stretches, boolean hasForgotten) {
        this.stretches = new ArrayList<>(stretches);
        this.hasForgotten = hasForgotten;
    }

    public List<Interval> stretches() {
        return Collections.unmodifiableList(stretches);
    }

    public boolean hasForgotten() {
        return hasForgotten;
    }

    /** Returns true if the snapshot of the part is covered by one of the intervals. */
    boolean holds(SessionDelta part) {
        for (int i = stretches.size() - 1; i >= 0; i--) {
            if (stretches.get(i).holds(part)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the rejection of a snapshot that overlaps others or is too old, or null. */
    @Nullable
    Rejection refusal(SessionDelta part) {
        int next = position(part);
        if (next > 0 && stretches.get(next - 1).to() > part.from()) {
            return overlap(part, stretches.get(next - 1));
        }
        if (next < stretches.size() && stretches.get(next).from() < part.to()) {
            return overlap(part, stretches.get(next));
        }
        if (!hasForgotten || next > 0) {
            return null;
        }
        Instant first = Instant.ofEpochMilli(stretches.get(0).from());
        String expected = first + " or later; the time that earlier snapshots covered is no longer known";
        return Rejection.of(Reason.TOO_LATE, "from", Instant.ofEpochMilli(part.from()), expected);
    }

    private static Rejection overlap(SessionDelta part, Interval known) {
        return new Rejection(
                Reason.SNAPSHOT_OVERLAPS,
                String.format(
                        "from: %s, to: %s (expected: time that is not covered; incarnation %s covers %s to %s with"
                                + " sequences %d to %d)",
                        Instant.ofEpochMilli(part.from()),
                        Instant.ofEpochMilli(part.to()),
                        known.incarnation(),
                        Instant.ofEpochMilli(known.from()),
                        Instant.ofEpochMilli(known.to()),
                        known.firstSequence(),
                        known.lastSequence()));
    }

    /** Covers the time of a snapshot not {@linkplain #refusal rejected}; returns the changes of the time when the node counts as down. */
    List<Down> add(SessionDelta snapshot) {
        int place = position(snapshot);
        Interval added = Interval.of(snapshot);
        Interval before = place == 0 ? null : stretches.get(place - 1);
        Interval after = place == stretches.size() ? null : stretches.get(place);
        insert(place, before, added, after);
        return Down.changes(before, added, after);
    }

    private void insert(int place, @Nullable Interval before, Interval added, @Nullable Interval after) {
        Interval joined = added;
        int at = place;
        if (after != null && joined.isContinuedBy(after)) {
            joined = joined.with(after);
            stretches.remove(at);
        }
        if (before != null && before.isContinuedBy(joined)) {
            joined = before.with(joined);
            at--;
            stretches.set(at, joined);
        } else {
            stretches.add(at, joined);
            forgetSurplus();
        }
    }

    /** Returns the position of a snapshot: before the first interval that does not begin before it. */
    private int position(SessionDelta part) {
        int position = stretches.size();
        while (position > 0 && stretches.get(position - 1).from() >= part.from()) {
            position--;
        }
        return position;
    }

    private void forgetSurplus() {
        int bytes = 0;
        String incarnation = "";
        for (int i = stretches.size() - 1; i >= 0; i--) {
            String name = stretches.get(i).incarnation();
            bytes += BYTES_OF_STRETCH + (name.equals(incarnation) ? 0 : name.length());
            if (bytes > MAX_BYTES) {
                forget(i + 1);
                return;
            }
            incarnation = name;
        }
    }

    /** Drops the intervals that no accepted snapshot can touch, as its end would be before that time. */
    void forgetBefore(long oldest) {
        int count = 0;
        while (count + 1 < stretches.size() && stretches.get(count + 1).from() < oldest) {
            count++;
        }
        forget(count);
    }

    private void forget(int count) {
        if (count > 0) {
            stretches.subList(0, count).clear();
            hasForgotten = true;
        }
    }

    /**
     * Time covered by consecutive snapshots of one incarnation with the same number of processors.
     *
     * @param lastSequence sequence of the last snapshot; all between are present
     * @param from milliseconds since 1970 UTC
     * @param to milliseconds since 1970 UTC
     */
    public record Interval(
            String incarnation, long firstSequence, long lastSequence, long from, long to, int processors) {
        static Interval of(SessionDelta snapshot) {
            return new Interval(
                    snapshot.incarnation(),
                    snapshot.sequence(),
                    snapshot.sequence(),
                    snapshot.from(),
                    snapshot.to(),
                    snapshot.nodeProcessors());
        }

        boolean holds(SessionDelta snapshot) {
            return snapshot.sequence() >= firstSequence
                    && snapshot.sequence() <= lastSequence
                    && incarnation.equals(snapshot.incarnation());
        }

        boolean isContinuedBy(Interval next) {
            return to == next.from
                    && lastSequence + 1 == next.firstSequence
                    && processors == next.processors
                    && incarnation.equals(next.incarnation);
        }

        Interval with(Interval next) {
            return new Interval(incarnation, firstSequence, next.lastSequence, from, next.to, processors);
        }
    }

    /**
     * Processor time not covered by any snapshot.
     *
     * @param from milliseconds since 1970 UTC
     * @param to milliseconds since 1970 UTC, after {@code from}
     * @param processors number of processors; below 0 if a late snapshot takes time back
     */
    record Down(long from, long to, int processors) {
        /** Processors x time, microseconds. */
        long micros() {
            return processors * (to - from) * 1000;
        }

        /**
         * Computes the changes when an interval is inserted between two others. A gap counts with the processors of the interval before it:
         *
         * <pre>
         *   a          b          c          d                 a..d counted P(before), now a..b does, and c..d P(added):
         *   before ────┘  added   └────── after                P(added) x (c..d) - P(before) x (b..d)
         * </pre>
         *
         * Positive changes come first, so that no total is below 0 in between.
         */
        static List<Down> changes(@Nullable Interval before, Interval added, @Nullable Interval after) {
            if (after == null) {
                return before == null ? List.of() : unlessNone(before.to(), added.from(), before.processors());
            }
            if (before == null) {
                return unlessNone(added.to(), after.from(), added.processors());
            }
            if (before.processors() == added.processors()) {
                return unlessNone(added.from(), added.to(), -before.processors());
            }
            List<Down> changes = new ArrayList<>(unlessNone(added.to(), after.from(), added.processors()));
            changes.addAll(unlessNone(added.from(), after.from(), -before.processors()));
            return changes;
        }

        private static List<Down> unlessNone(long from, long to, int processors) {
            return from == to ? List.of() : List.of(new Down(from, to, processors));
        }
    }
}
