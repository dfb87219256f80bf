package io.fairstream.rules.ledger.host;

import java.util.List;

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

    HostPoint charged(boolean charged) {
        return charged == isCharged ? this : new HostPoint(user, epoch, sequence, at, hardware, counters, charged);
    }
}
