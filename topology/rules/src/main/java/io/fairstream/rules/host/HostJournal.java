package io.fairstream.rules.host;

import io.fairstream.rules.Active;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.journal.Account;
import io.fairstream.rules.journal.Cause;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Dimensions;
import io.fairstream.rules.journal.Ledger;
import io.fairstream.rules.journal.WorkEntry;
import io.fairstream.rules.journal.WorkPart;
import io.fairstream.rules.journal.WorkSums;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Charges for a host's report in the journal: those for the daily history of its user have all details; those for the histories
 * of all and of projects, and for balances, are sums.
 */
public final class HostJournal {
    private HostJournal() {}

    /** User and interval of some work. */
    private record Interval(String user, long from, long to) {}

    private record Target(String project, String app) {}

    /**
     * Returns the charges for the activity of the host.
     *
     * @param sums gets on which days the host counts as active because of it
     */
    public static List<Charge> seen(String host, HostActivity activity, Cause cause, WorkSums sums) {
        sums.addActive(Active.HOST, activity.day(), activity.days(), cause);
        sums.addActive(Active.GPU_HOST, activity.day(), activity.gpuDays(), cause);
        return activity.isFirstOfDay()
                ? List.of(charge(
                        host,
                        activity.user(),
                        Dimensions.ofWork(host, "", ""),
                        new WorkEntry.Seen(activity.day()),
                        cause))
                : List.of();
    }

    /**
     * The charges as they are written, in their order.
     *
     * @param sums gets what the daily histories of all and of projects, and balances, are charged
     */
    public static List<Charge> charges(String host, List<HostCharge> charges, Cause cause, WorkSums sums) {
        Map<Interval, Map<Target, WorkPart>> parts = new LinkedHashMap<>();
        for (HostCharge charge : charges) {
            WorkPart part = charge.part();
            parts.computeIfAbsent(
                            new Interval(charge.user(), charge.from(), charge.to()), interval -> new LinkedHashMap<>())
                    .merge(new Target(part.project(), part.app()), part, WorkPart::plus);
            UtcDays.Piece piece = new UtcDays.Piece(charge.from(), charge.to(), part.work());
            sums.addTotal(piece, cause);
            sums.addProject(part.project(), part.app(), piece, cause);
        }
        List<Charge> written = new ArrayList<>(parts.size());
        parts.forEach((interval, byTarget) -> {
            List<WorkPart> done =
                    byTarget.values().stream().filter(part -> !part.isEmpty()).toList();
            if (done.isEmpty()) {
                return;
            }
            boolean isOfOne = done.size() == 1;
            Dimensions dimensions = Dimensions.ofWork(
                    host,
                    isOfOne ? done.get(0).project() : "",
                    isOfOne ? done.get(0).app() : "");
            WorkEntry entry = new WorkEntry.Done(interval.from(), interval.to(), done);
            written.add(charge(host, interval.user(), dimensions, entry, cause));
        });
        return written;
    }

    private static Charge charge(String host, String user, Dimensions dimensions, WorkEntry entry, Cause cause) {
        return new Charge(Account.dailyOfUser(user), Ledger.HOST, host, dimensions, entry, cause);
    }
}
