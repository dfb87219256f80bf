package io.fairstream.rules.journal;

import io.fairstream.rules.HostUsage;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.UtcDays.Active;
import io.fairstream.rules.journal.Account.Scope;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.Charge.Dimensions;
import io.fairstream.rules.journal.Charge.Ledger;
import io.fairstream.rules.journal.Entry.HostUsageEntry.ActiveChange;
import io.fairstream.rules.journal.Entry.HostUsageEntry.Done;
import io.fairstream.rules.journal.Entry.HostUsagePart;
import io.fairstream.rules.journal.Entry.RateChange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Sums of charges to groups, daily histories and projects' balances from many sources, collected until they are charged. Mutable; one
 * owner.
 */
public final class ChargeSums {
    private final Ledger ledger;
    private final Map<Record, Charge> sums = new LinkedHashMap<>();
    private final TreeMap<Long, Active> gained = new TreeMap<>();
    private long newest;
    private @Nullable Cause causeOfNewest;

    private record GroupKey(String group, boolean isOfSubtree, long at, long since) {}

    /** A day or an hour of an account. */
    private record PeriodKey(Account account, String app, long period) {}

    public ChargeSums(Ledger ledger) {
        this.ledger = ledger;
    }

    /** Charges a group for a change of use by customers and groups one level down; the cause is that of the charge there. */
    public void addGroup(String group, RateChange change, Cause cause) {
        sums.merge(
                new GroupKey(group, change.isOfSubtree(), change.at(), change.since()),
                Charge.ofSum(Account.customer(group), ledger, change, cause),
                (sum, more) -> with(sum, ((RateChange) sum.entry()).plus((RateChange) more.entry()), more.cause()));
    }

    /** Charges the daily history of the total for work of an interval within one day. */
    public void addTotal(UtcDays.Piece piece, Cause cause) {
        addDay(Account.TOTAL, "", piece, cause);
    }

    /**
     * Charges a project's daily history and its balances for work within one day. Balances are charged hour by hour, as an allocation may
     * begin within the interval.
     */
    public void addProject(String project, String app, UtcDays.Piece piece, Cause cause) {
        addDay(Account.daily(Scope.PROJECT, project), project, piece, cause);
        Account target = Account.target(project);
        for (UtcDays.Piece hour : piece.hours()) {
            addWork(target, project, app, UtcDays.hour(hour.to()), hour, cause);
        }
    }

    public void addBank(String path, UtcDays.Piece piece, Cause cause) {
        addDay(Account.daily(Scope.BANK, path), "", piece, cause);
    }

    public void addCluster(String name, UtcDays.Piece piece, Cause cause) {
        addDay(Account.daily(Scope.CLUSTER, name), "", piece, cause);
    }

    private void addDay(Account account, String project, UtcDays.Piece piece, Cause cause) {
        addWork(account, project, "", piece.day(), piece, cause);
    }

    /** Charges work of one period: a day, or an hour for balances. */
    private void addWork(Account account, String project, String app, long period, UtcDays.Piece piece, Cause cause) {
        if (!piece.work().isEmpty()) {
            HostUsagePart part = new HostUsagePart(project, app, piece.work(), HostUsage.EMPTY);
            Done done = new Done(piece.from(), piece.to(), List.of(part));
            PeriodKey key = new PeriodKey(account, app, period);
            Charge sum = sums.get(key);
            sums.put(
                    key,
                    sum == null
                            ? new Charge(account, ledger, "", Dimensions.ofWork("", project, app), done, cause)
                            : with(sum, plus((Done) sum.entry(), done), cause));
        }
    }

    private Charge with(Charge sum, Entry entry, Cause more) {
        return new Charge(sum.account(), ledger, "", sum.dimensions(), entry, more.after(sum.cause()));
    }

    private static Done plus(Done sum, Done more) {
        HostUsagePart part = sum.parts().get(0).plus(more.parts().get(0));
        return new Done(Math.min(sum.from(), more.from()), Math.max(sum.to(), more.to()), List.of(part));
    }

    /** Charges the daily history of the total for a host's or user's activity on a day, which makes it count as active on {@code days}. */
    public void addActive(Active who, long day, List<Long> days, Cause cause) {
        for (Long on : days) {
            gained.merge(on, who, Active::plus);
        }
        if (causeOfNewest == null || day >= newest) {
            newest = day;
            causeOfNewest = cause;
        }
    }

    /** Returns the sums that are not empty, and clears them. */
    public List<Charge> take() {
        List<Charge> charges = new ArrayList<>(sums.values());
        charges.removeIf(charge -> charge.entry().isEmpty());
        if (causeOfNewest != null) {
            ActiveChange entry = new ActiveChange(newest, new TreeMap<>(gained));
            charges.add(Charge.ofSum(Account.TOTAL, ledger, entry, causeOfNewest));
        }
        sums.clear();
        gained.clear();
        causeOfNewest = null;
        return charges;
    }
}
