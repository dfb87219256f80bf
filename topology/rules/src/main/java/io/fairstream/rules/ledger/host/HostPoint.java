package io.fairstream.rules.ledger.host;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a ledger remembers of a report.
 *
 * @param at milliseconds since 1970 UTC
 * @param counters those it told, in its order
 * @param isCharged false while it came late and changed no sum, so that nothing was charged up to its time
 */
public record HostPoint(
        String user,
        String epoch,
        long sequence,
        long at,
        Hardware hardware,
        List<Counter> counters,
        boolean isCharged) {
    static HostPoint of(HostReport report) {
        return new HostPoint(
                report.user(),
                report.epoch(),
                report.sequence(),
                report.at(),
                report.hardware(),
                report.projects().stream().map(ProjectTotals::counter).toList(),
                true);
    }

    /** The same, with what is equal in the other the same object: of a million hosts eight reports each are in memory. */
    HostPoint sharing(@Nullable HostPoint other) {
        if (other == null) {
            return this;
        }
        List<Counter> shared = new ArrayList<>(counters.size());
        for (int i = 0; i < counters.size(); i++) {
            Counter counter = counters.get(i);
            Counter like = i < other.counters.size() ? other.counters.get(i) : counter;
            shared.add(counter.isOfSame(like) ? new Counter(like.project(), like.app(), counter.total()) : counter);
        }
        return new HostPoint(
                user.equals(other.user) ? other.user : user,
                epoch.equals(other.epoch) ? other.epoch : epoch,
                sequence,
                at,
                hardware.equals(other.hardware) ? other.hardware : hardware,
                shared,
                isCharged);
    }

    HostPoint charged(boolean charged) {
        return charged == isCharged ? this : new HostPoint(user, epoch, sequence, at, hardware, counters, charged);
    }
}
