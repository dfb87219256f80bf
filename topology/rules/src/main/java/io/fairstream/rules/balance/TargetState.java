package io.fairstream.rules.balance;

import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Where a target stands, for everybody to see.
 *
 * @param app empty for the project
 * @param by what it is charged for
 * @param balance null without an allocation
 * @param days what was done on the last UTC days on which something was, by number of the day, MFLOP or microseconds
 */
public record TargetState(
        String project, String app, ChargeBy by, @Nullable Balance balance, SortedMap<Long, Long> days) {
    /** The project, or project/app. */
    public String target() {
        return Allocation.target(project, app);
    }

    /** Computes the work from one day to another, both included, in the unit of {@link #by}. */
    public double done(long first, long last) {
        return days.subMap(first, last + 1).values().stream()
                .mapToDouble(by::amount)
                .sum();
    }
}
