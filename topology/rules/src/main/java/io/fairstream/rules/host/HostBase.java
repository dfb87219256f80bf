package io.fairstream.rules.host;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A host at an instant: what the next report is held against.
 *
 * @param at of the last report, milliseconds since 1970 UTC
 * @param hardware of the last report
 * @param epochs the last few, that of the last report at the end
 */
public record HostBase(long at, Hardware hardware, List<EpochTotals> epochs) {
    /** Maximum number of epochs that are kept: two clients that use one host id, and one more that was installed anew. */
    private static final int MOST_EPOCHS = 3;

    /**
     * The host after a report, the first of all when there is nothing before it. A report of the same instant changes nothing: no
     * time has passed, and the next one contains it.
     */
    static HostBase after(@Nullable HostBase before, HostPoint point) {
        if (before != null && point.at() <= before.at) {
            return before;
        }
        List<EpochTotals> epochs = new ArrayList<>(before == null ? List.of() : before.epochs);
        EpochTotals same = before == null ? null : before.epoch(point.epoch());
        epochs.remove(same);
        epochs.add((same == null ? new EpochTotals(point.epoch(), -1, List.of()) : same).with(point));
        if (epochs.size() > MOST_EPOCHS) {
            epochs.remove(0);
        }
        return new HostBase(point.at(), point.hardware(), epochs);
    }

    /** The counters of an epoch, or null when none are known. */
    @Nullable
    EpochTotals epoch(String name) {
        for (EpochTotals epoch : epochs) {
            if (epoch.epoch().equals(name)) {
                return epoch;
            }
        }
        return null;
    }

    /** The number of the last report of an epoch, or -1 when none is known. */
    long sequence(String name) {
        EpochTotals epoch = epoch(name);
        return epoch == null ? -1 : epoch.sequence();
    }
}
