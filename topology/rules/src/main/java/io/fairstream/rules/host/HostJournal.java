package io.fairstream.rules.host;

import io.fairstream.rules.UtcDays;
import io.fairstream.rules.UtcDays.Active;
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
 * Charges for a host's report in the journal: those for the daily history of its user have all details; those for the daily histories of
 * the total and of projects, and for balances, are sums.
 */
public final class HostJournal {
    private HostJournal() {}

    private record Interval(String user, long from, long to) {}

    private record Target(String project, String app) {}

    /**
     * Charges for a host that was active.
     *
     * @param sums receives the days on which the activity makes the host count as active
     */
    public static List<Charge> seen(String host, HostActivity activity, Cause cause, ChargeSums sums) {
        sums.addActive(Active.HOST, activity.day(), activity.days(), cause);
        sums.addActive(Active.GPU_HOST, activity.day(), activity.gpuDays(), cause);
        if (!activity.isFirstOfDay()) {
            return List.of();
        }
        HostUsageEntry entry = new HostUsageEntry.Seen(activity.day());
        return List.of(charge(host, activity.user(), Dimensions.ofWork(host, "", ""), entry, cause));
    }

    /** Returns charges in their order; {@code sums} receives those of the daily histories of the total and projects, and of balances. */
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

    private static Charge charge(String host, String user, Dimensions dimensions, HostUsageEntry entry, Cause cause) {
        return new Charge(Account.daily(Scope.USER, user), Ledger.HOST, host, dimensions, entry, cause);
    }

    /**
     * Activity of a host shown by a report.
     *
     * @param isFirstOfDay whether the report is the first of the host or its user on that day
     * @param days days on which the host counts as active only because of this report
     * @param gpuDays days on which the host counts as active with a usable GPU only because of this report
     */
    public record HostActivity(String user, long day, boolean isFirstOfDay, List<Long> days, List<Long> gpuDays) {}

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
    }
}
