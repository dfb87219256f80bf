package io.fairstream.rules.session;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Time of processors that no snapshot covers.
 *
 * @param from milliseconds since 1970 UTC
 * @param to milliseconds since 1970 UTC, after {@code from}
 * @param processors how many; below 0 where a snapshot came after all
 */
record Down(long from, long to, int processors) {
    /** Processors x time, microseconds. */
    long micros() {
        return processors * (to - from) * 1000;
    }

    /**
     * Computes the changes when a stretch is inserted between two others. The processors of a gap are those before it:
     *
     * <pre>
     *   a          b          c          d                 a..d counted P(before), now a..b does, and c..d P(added):
     *   before ────┘  added   └────── after                P(added) x (c..d) - P(before) x (b..d)
     * </pre>
     *
     * What is more comes first, so that no total is below 0 in between.
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
