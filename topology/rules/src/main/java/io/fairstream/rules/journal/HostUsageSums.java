package io.fairstream.rules.journal;

import io.fairstream.rules.HostUsage;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.UtcDays.Active;
import io.fairstream.rules.journal.Account.Scope;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.Charge.Dimensions;
import io.fairstream.rules.journal.Charge.Ledger;
import io.fairstream.rules.journal.Entry.HostUsageEntry;
import io.fairstream.rules.journal.Entry.HostUsagePart;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Sums of charges to daily histories and projects' balances from many sources, collected until they are charged. Mutable; one owner. */
public final class HostUsageSums {
    private final Ledger ledger;
    private final Map<Payer, Sum> sums = new LinkedHashMap<>();
    private final TreeMap<Long, Active> gained = new TreeMap<>();
    private @Nullable Sight newest;

    /** Key of work that is added up: by day, or by hour for balances. */
    private record Payer(Account account, String project, String app, long period) {}

    private record Sum(long from, long to, HostUsage work, Cause cause) {
        Sum plus(Sum other) {
            return new Sum(
                    Math.min(from, other.from),
                    Math.max(to, other.to),
                    work.plus(other.work),
                    other.cause.after(cause));
        }
    }

    private record Sight(long day, Cause cause) {
        Sight orLater(@Nullable Sight other) {
            return other != null && other.day > day ? other : this;
        }
    }

    public HostUsageSums(Ledger ledger) {
        this.ledger = ledger;
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
        for (UtcDays.Piece hour : piece.hours()) {
            add(
                    new Payer(Account.project(project), project, app, UtcDays.hour(hour.to())),
                    new Sum(hour.from(), hour.to(), hour.work(), cause));
        }
    }

    public void addBank(String path, UtcDays.Piece piece, Cause cause) {
        addDay(Account.daily(Scope.BANK, path), "", piece, cause);
    }

    public void addCluster(String name, UtcDays.Piece piece, Cause cause) {
        addDay(Account.daily(Scope.CLUSTER, name), "", piece, cause);
    }

    private void addDay(Account account, String project, UtcDays.Piece piece, Cause cause) {
        add(new Payer(account, project, "", piece.day()), new Sum(piece.from(), piece.to(), piece.work(), cause));
    }

    private void add(Payer payer, Sum sum) {
        if (!sum.work().isEmpty()) {
            sums.merge(payer, sum, Sum::plus);
        }
    }

    /**
     * Charges the daily history of the total for activity of a host or user on a day.
     *
     * @param days days on which the host or user counts as active because of this day
     */
    public void addActive(Active who, long day, List<Long> days, Cause cause) {
        for (Long on : days) {
            gained.merge(on, who, Active::plus);
        }
        newest = new Sight(day, cause).orLater(newest);
    }

    /** Returns the sums that are not empty, and clears them. */
    public List<Charge> take() {
        List<Charge> charges = new ArrayList<>();
        sums.forEach((payer, sum) -> {
            if (!sum.work().isEmpty()) {
                charges.add(charge(payer, sum));
            }
        });
        if (newest != null) {
            HostUsageEntry entry = new HostUsageEntry.ActiveChange(newest.day(), new TreeMap<>(gained));
            charges.add(Charge.ofSum(Account.TOTAL, ledger, entry, newest.cause()));
        }
        sums.clear();
        gained.clear();
        newest = null;
        return charges;
    }

    private Charge charge(Payer payer, Sum sum) {
        HostUsagePart part = new HostUsagePart(payer.project(), payer.app(), sum.work(), HostUsage.EMPTY);
        return new Charge(
                payer.account(),
                ledger,
                "",
                Dimensions.ofWork("", payer.project(), payer.app()),
                new HostUsageEntry.Done(sum.from(), sum.to(), List.of(part)),
                sum.cause());
    }
}
