package io.fairstream.rules.journal;

import io.fairstream.rules.HostUsage;
import io.fairstream.rules.Spending;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.UtcDays.Active;
import io.fairstream.rules.journal.Account.Scope;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.Charge.Dimensions;
import io.fairstream.rules.journal.Charge.Ledger;
import io.fairstream.rules.journal.Entry.BudgetSpent;
import io.fairstream.rules.journal.Entry.HostUsageEntry.ActiveChange;
import io.fairstream.rules.journal.Entry.HostUsageEntry.Done;
import io.fairstream.rules.journal.Entry.HostUsagePart;
import io.fairstream.rules.journal.Entry.RateChange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Sums of charges to groups, daily histories, budgets and projects' balances from many sources, collected until they are charged.
 * Mutable; one owner.
 */
public final class ChargeSums {
    private final Ledger ledger;
    /** In the order of their first parts. */
    private final List<Sum> sums = new ArrayList<>();

    private final Map<GroupKey, GroupSum> ofGroups = new HashMap<>();
    private final Map<WorkKey, Map<Long, WorkSum>> ofWork = new HashMap<>();
    private final Map<BudgetKey, BudgetSum> ofBudgets = new HashMap<>();
    private final TreeMap<Long, Active> gained = new TreeMap<>();
    private long newest;
    private @Nullable Cause causeOfNewest;

    private record GroupKey(String group, boolean isOfSubtree, long at, long since) {}

    /** An account, or a balance for one app. It has its own methods because those of a record are slow to hash and compare. */
    private record WorkKey(Account account, String app) {
        @Override
        public int hashCode() {
            return 31 * account.name().hashCode() + app.hashCode();
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof WorkKey key
                    && account.name().equals(key.account.name())
                    && account.kind() == key.account.kind()
                    && app.equals(key.app);
        }
    }

    private record BudgetKey(String path, long day) {
        @Override
        public int hashCode() {
            return 31 * path.hashCode() + Long.hashCode(day);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof BudgetKey key && key.day == day && path.equals(key.path);
        }
    }

    /** Sum that becomes a charge. */
    private interface Sum {
        Charge charge();
    }

    private final class GroupSum implements Sum {
        private final String group;
        private RateChange change;
        private Cause cause;

        GroupSum(String group, RateChange change, Cause cause) {
            this.group = group;
            this.change = change;
            this.cause = cause;
        }

        void add(RateChange more, Cause moreCause) {
            change = change.plus(more);
            cause = moreCause.after(cause);
        }

        @Override
        public Charge charge() {
            return Charge.ofSum(Account.customer(group), ledger, change, cause);
        }
    }

    /** Work for an account within a day, or an hour for balances. */
    private final class WorkSum implements Sum {
        private final Account account;
        private final String project;
        private final String app;
        private long from;
        private long to;
        private HostUsage work;
        private Cause cause;

        WorkSum(Account account, String project, String app, UtcDays.Piece piece, Cause cause) {
            this.account = account;
            this.project = project;
            this.app = app;
            this.from = piece.from();
            this.to = piece.to();
            this.work = piece.work();
            this.cause = cause;
        }

        void add(UtcDays.Piece piece, Cause moreCause) {
            from = Math.min(from, piece.from());
            to = Math.max(to, piece.to());
            work = work.plus(piece.work());
            cause = moreCause.after(cause);
        }

        @Override
        public Charge charge() {
            HostUsagePart part = new HostUsagePart(project, app, work, HostUsage.EMPTY);
            Done done = new Done(from, to, List.of(part));
            return new Charge(account, ledger, "", Dimensions.ofWork("", project, app), done, cause);
        }
    }

    private final class BudgetSum implements Sum {
        private final String path;
        private long from;
        private long to;
        private Spending spent;
        private Cause cause;

        BudgetSum(String path, BudgetSpent first, Cause cause) {
            this.path = path;
            this.from = first.from();
            this.to = first.to();
            this.spent = first.spent();
            this.cause = cause;
        }

        void add(BudgetSpent more, Cause moreCause) {
            from = Math.min(from, more.from());
            to = Math.max(to, more.to());
            spent = spent.plus(more.spent());
            cause = moreCause.after(cause);
        }

        @Override
        public Charge charge() {
            return Charge.ofSum(Account.budget(path), ledger, new BudgetSpent(from, to, spent), cause);
        }
    }

    public ChargeSums(Ledger ledger) {
        this.ledger = ledger;
    }

    /** Charges a group for a change of use by customers and groups one level down; the cause is that of the charge there. */
    public void addGroup(String group, RateChange change, Cause cause) {
        GroupKey key = new GroupKey(group, change.isOfSubtree(), change.at(), change.since());
        GroupSum sum = ofGroups.get(key);
        if (sum == null) {
            ofGroups.put(key, begun(new GroupSum(group, change, cause)));
        } else {
            sum.add(change, cause);
        }
    }

    private <S extends Sum> S begun(S sum) {
        sums.add(sum);
        return sum;
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
        Map<Long, WorkSum> hours = ofWork(target, app);
        for (UtcDays.Piece hour : piece.hours()) {
            addWork(hours, UtcDays.hour(hour.to()), target, project, app, hour, cause);
        }
    }

    public void addBank(String path, UtcDays.Piece piece, Cause cause) {
        addDay(Account.daily(Scope.BANK, path), "", piece, cause);
    }

    public void addCluster(String name, UtcDays.Piece piece, Cause cause) {
        addDay(Account.daily(Scope.CLUSTER, name), "", piece, cause);
    }

    private void addDay(Account account, String project, UtcDays.Piece piece, Cause cause) {
        addWork(ofWork(account, ""), piece.day(), account, project, "", piece, cause);
    }

    /** Returns the sums of an account by period: a day, or an hour for balances. */
    private Map<Long, WorkSum> ofWork(Account account, String app) {
        return ofWork.computeIfAbsent(new WorkKey(account, app), key -> new HashMap<>());
    }

    private void addWork(
            Map<Long, WorkSum> periods,
            long period,
            Account account,
            String project,
            String app,
            UtcDays.Piece piece,
            Cause cause) {
        if (piece.work().isEmpty()) {
            return;
        }
        WorkSum sum = periods.get(period);
        if (sum == null) {
            periods.put(period, begun(new WorkSum(account, project, app, piece, cause)));
        } else {
            sum.add(piece, cause);
        }
    }

    /** Charges the budget of a bank, or of a user in it, for resources held within a day. */
    public void addBudget(String path, BudgetSpent spent, Cause cause) {
        BudgetKey key = new BudgetKey(path, UtcDays.day(spent.from()));
        BudgetSum sum = ofBudgets.get(key);
        if (sum == null) {
            ofBudgets.put(key, begun(new BudgetSum(path, spent, cause)));
        } else {
            sum.add(spent, cause);
        }
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
        List<Charge> charges = new ArrayList<>(sums.size() + 1);
        sums.forEach(sum -> charges.add(sum.charge()));
        charges.removeIf(charge -> charge.entry().isEmpty());
        if (causeOfNewest != null) {
            ActiveChange entry = new ActiveChange(newest, new TreeMap<>(gained));
            charges.add(Charge.ofSum(Account.TOTAL, ledger, entry, causeOfNewest));
        }
        sums.clear();
        ofGroups.clear();
        ofWork.clear();
        ofBudgets.clear();
        gained.clear();
        causeOfNewest = null;
        return charges;
    }
}
