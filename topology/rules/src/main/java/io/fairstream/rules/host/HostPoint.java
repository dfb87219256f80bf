package io.fairstream.rules.host;

import io.fairstream.rules.UtcDays;
import java.util.Comparator;
import java.util.List;

/**
 * Part of a report that a ledger keeps.
 *
 * @param at milliseconds since 1970 UTC
 * @param counters those it reported, in its order
 */
public record HostPoint(String user, String epoch, long sequence, long at, Hardware hardware, List<Counter> counters) {
    /** By time; of different epochs at the same instant the one whose name comes first. */
    static final Comparator<HostPoint> IN_ORDER =
            Comparator.comparingLong(HostPoint::at).thenComparing(HostPoint::epoch);

    static HostPoint of(HostReport report) {
        return new HostPoint(
                report.user(),
                report.epoch(),
                report.sequence(),
                report.at(),
                report.hardware(),
                report.projects().stream().map(ProjectTotals::counter).toList());
    }

    boolean isOfEpoch(HostPoint other) {
        return epoch.equals(other.epoch);
    }

    /** Returns true if both are the same report, whatever their content. */
    boolean isSame(HostPoint other) {
        return sequence == other.sequence && isOfEpoch(other);
    }

    /**
     * Returns true if the other report was made before this one although the client's clock showed the same time or a later one.
     */
    boolean isOvertakenBy(HostPoint other) {
        return isOfEpoch(other) && other.sequence < sequence && other.at >= at;
    }

    /** Returns true if the other, of the same instant, counts instead. */
    boolean isSecondTo(HostPoint other) {
        return other.at == at && IN_ORDER.compare(other, this) < 0;
    }

    /** Returns true if the user's host reported on the day. */
    boolean isSeen(String name, long day) {
        return UtcDays.day(at) == day && user.equals(name);
    }
}
