package io.fairstream.rules.host;

import io.fairstream.rules.UtcDays;
import java.util.Comparator;
import java.util.List;

/**
 * What a ledger remembers of a report.
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

    /** Whether both are one report, whatever it says. */
    boolean isSame(HostPoint other) {
        return sequence == other.sequence && isOfEpoch(other);
    }

    /** Whether the other was made before this one though the client's clock said this time or a later one. */
    boolean isOvertakenBy(HostPoint other) {
        return isOfEpoch(other) && other.sequence < sequence && other.at >= at;
    }

    /** Whether the other, of the same instant, counts instead. */
    boolean isSecondTo(HostPoint other) {
        return other.at == at && IN_ORDER.compare(other, this) < 0;
    }

    /** Whether the user's host reported on the day. */
    boolean isSeen(String name, long day) {
        return UtcDays.day(at) == day && user.equals(name);
    }
}
