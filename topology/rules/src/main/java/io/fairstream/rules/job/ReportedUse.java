package io.fairstream.rules.job;

import io.fairstream.rules.Bounds;
import io.fairstream.rules.Refused;
import io.fairstream.rules.Sums;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Use of a run measured by the scheduler itself, reported with the event that ends the run. Null is "not said".
 *
 * @param energyMillijoules what the run consumed
 * @param cpuMillis CPU time of its processes
 * @param memoryHighwaterKiB most resident memory of its processes at once
 */
public record ReportedUse(
        @Nullable Long energyMillijoules,
        @Nullable Long cpuMillis,
        @Nullable Long memoryHighwaterKiB) {
    /** Nothing said. */
    public static final ReportedUse NONE = new ReportedUse(null, null, null);

    /** Returns the use of two runs together. */
    ReportedUse plus(ReportedUse other) {
        if (equals(NONE) || other.equals(NONE)) {
            return equals(NONE) ? other : this;
        }
        return new ReportedUse(
                both(energyMillijoules, other.energyMillijoules, Sums::add),
                both(cpuMillis, other.cpuMillis, Sums::add),
                both(memoryHighwaterKiB, other.memoryHighwaterKiB, Math::max));
    }

    /** With what was said of the same end before, where this says nothing. */
    ReportedUse overSameEnd(ReportedUse before) {
        return new ReportedUse(
                said(energyMillijoules, before.energyMillijoules),
                said(cpuMillis, before.cpuMillis),
                said(memoryHighwaterKiB, before.memoryHighwaterKiB));
    }

    @Nullable
    Refused refusal() {
        Refused refused = Bounds.refusal("energyMillijoules", energyMillijoules, 0, Bounds.MILLIJOULES);
        if (refused == null) {
            refused = Bounds.refusal("cpuMillis", cpuMillis, 0, Bounds.CPU_MILLIS);
        }
        return refused == null ? Bounds.refusal("memoryHighwaterKiB", memoryHighwaterKiB, 0, Bounds.KIB) : refused;
    }

    private static @Nullable Long both(@Nullable Long one, @Nullable Long other, LongBinaryOperator together) {
        if (one == null || other == null) {
            return said(one, other);
        }
        return together.applyAsLong(one, other);
    }

    private static @Nullable Long said(@Nullable Long now, @Nullable Long before) {
        return now == null ? before : now;
    }
}
