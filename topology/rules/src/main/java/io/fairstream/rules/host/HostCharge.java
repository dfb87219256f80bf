package io.fairstream.rules.host;

import io.fairstream.rules.UtcDays;
import io.fairstream.rules.journal.Account;
import io.fairstream.rules.journal.Account.Scope;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.Charge.Dimensions;
import io.fairstream.rules.journal.Charge.Ledger;
import io.fairstream.rules.journal.ChargeSums;
import io.fairstream.rules.journal.Entry.HostUsageEntry;
import io.fairstream.rules.journal.Entry.HostUsagePart;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Work of a user's host for one project, or one of its apps, within one UTC day. A correction is another charge, negative if it takes
 * back work. Work above the limit is charged with the last piece of an interval.
 *
 * @param from begin of the interval, milliseconds since 1970 UTC
 * @param to end of the interval, milliseconds since 1970 UTC, after {@code from}, at the next midnight at most
 */
public record HostCharge(String user, long from, long to, HostUsagePart part) {
    HostCharge negated() {
        return new HostCharge(user, from, to, part.negated());
    }

    private record Interval(String user, long from, long to) {}

    private record Target(String project, String app) {}

    /**
     * Returns the entries of the journal for a host's report, in the order of the charges. Those for the daily history of its user have
     * all details; {@code sums} receives those of the daily histories of the total and projects, and of balances.
     */
    public static List<Charge> charges(String host, List<HostCharge> charges, Cause cause, ChargeSums sums) {
        Map<Interval, Map<Target, HostUsagePart>> parts = new LinkedHashMap<>();
        for (HostCharge charge : charges) {
            HostUsagePart part = charge.part();
            parts.computeIfAbsent(
                            new Interval(charge.user(), charge.from(), charge.to()), interval -> new LinkedHashMap<>())
                    .merge(new Target(part.project(), part.app()), part, HostUsagePart::plus);
            UtcDays.Piece piece = new UtcDays.Piece(charge.from(), charge.to(), part.work());
            sums.addTotal(piece, cause);
            sums.addProject(part.project(), part.app(), piece, cause);
        }
        List<Charge> written = new ArrayList<>(parts.size());
        parts.forEach((interval, byTarget) -> {
            List<HostUsagePart> done =
                    byTarget.values().stream().filter(part -> !part.isEmpty()).toList();
            if (done.isEmpty()) {
                return;
            }
            HostUsagePart only = done.size() == 1 ? done.get(0) : null;
            Dimensions dimensions =
                    Dimensions.ofWork(host, only == null ? "" : only.project(), only == null ? "" : only.app());
            HostUsageEntry entry = new HostUsageEntry.Done(interval.from(), interval.to(), done);
            written.add(charge(host, interval.user(), dimensions, entry, cause));
        });
        return written;
    }

    /** Returns a charge of the daily history of the host's user. */
    static Charge charge(String host, String user, Dimensions dimensions, HostUsageEntry entry, Cause cause) {
        return new Charge(Account.daily(Scope.USER, user), Ledger.HOST, host, dimensions, entry, cause);
    }
}
