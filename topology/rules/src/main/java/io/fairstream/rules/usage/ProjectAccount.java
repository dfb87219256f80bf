package io.fairstream.rules.usage;

import io.fairstream.rules.HostUsage;
import io.fairstream.rules.Names;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.Rejection.Reason;
import io.fairstream.rules.Spending.AmountUnit;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.UtcDays.ActiveDays;
import io.fairstream.rules.journal.Entry.HostUsageEntry;
import io.fairstream.rules.journal.Entry.HostUsagePart;
import io.fairstream.rules.usage.Allocation.Balance;
import io.fairstream.rules.usage.BalanceAccount.ChargeUnit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Charges of one project and of each of its apps. Both work and time are stored, so that the charge unit can change without reading the
 * past again. Mutable; one owner.
 */
public final class ProjectAccount {
    private static final int DAYS = ActiveDays.LONGEST_WINDOW + 1;

    /** Maximum number of apps with their own balance; work of further apps counts for the project alone. */
    public static final int MAX_APPS = 1000;

    /**
     * Maximum number of hours of the project, and of all its apps together, in each unit, so that the stored account fits into one record.
     */
    private static final int MAX_HOURS = 10_000;

    private static final int MAX_HOURS_OF_APPS = 20_000;

    private final TreeMap<String, SortedMap<ChargeUnit, BalanceAccount>> targets;

    public ProjectAccount() {
        this(Collections.emptySortedMap());
    }

    /** @param targets accounts by app; the empty name is the project */
    public ProjectAccount(SortedMap<String, SortedMap<ChargeUnit, BalanceAccount>> targets) {
        this.targets = new TreeMap<>(targets);
    }

    public SortedMap<String, SortedMap<ChargeUnit, BalanceAccount>> targets() {
        return Collections.unmodifiableSortedMap(targets);
    }

    /** Charges work. Work for an app is also charged to the project. */
    public void charge(HostUsageEntry.Done charge) {
        for (HostUsagePart part : charge.parts()) {
            charge("", charge.to(), part);
            if (!part.app().isEmpty() && (targets.containsKey(part.app()) || targets.size() <= MAX_APPS)) {
                charge(part.app(), charge.to(), part);
            }
            if (!part.work().isAtLeast(HostUsage.EMPTY)) {
                expire();
            }
        }
    }

    private void charge(String app, long to, HostUsagePart part) {
        if (Arrays.stream(ChargeUnit.values()).anyMatch(by -> by.units(part.work()) != 0)) {
            target(app).forEach((by, account) -> account.charge(by, to, part.work()));
        }
    }

    private SortedMap<ChargeUnit, BalanceAccount> target(String app) {
        return targets.computeIfAbsent(app, any -> {
            SortedMap<ChargeUnit, BalanceAccount> accounts = new TreeMap<>();
            for (ChargeUnit by : ChargeUnit.values()) {
                accounts.put(by, new BalanceAccount());
            }
            return accounts;
        });
    }

    private Map<ChargeUnit, BalanceAccount> at(String app) {
        return targets.getOrDefault(app, Collections.emptySortedMap());
    }

    /** Gives the project, or one of its apps, a valid allocation; returns the rejection if it conflicts with another one, or null. */
    public @Nullable Rejection allocate(Allocation allocation) {
        Rejection refused = conflict(allocation);
        for (BalanceAccount account : at(allocation.app()).values()) {
            refused = refused == null ? account.refusal(allocation) : refused;
        }
        if (refused == null) {
            target(allocation.app()).values().forEach(account -> account.allocate(allocation));
        }
        return refused;
    }

    /**
     * Rejects a project's allocation if its apps have allocations, and vice versa. "A project is either single-allocation or
     * multi-allocation. In the latter case the allocations are to apps within the project."
     */
    private @Nullable Rejection conflict(Allocation allocation) {
        for (String app : targets.keySet()) {
            Allocation other = allocation(app);
            if (other == null || app.equals(allocation.app())) {
                continue;
            }
            String expected =
                    "a project or its apps, never both; " + Names.shown(other.target()) + " has an allocation";
            return app.isEmpty() == allocation.app().isEmpty()
                    ? null
                    : Rejection.of(Reason.EDIT_IMPOSSIBLE, "target", Names.shown(allocation.target()), expected);
        }
        return null;
    }

    public @Nullable Allocation allocation(String app) {
        BalanceAccount account = at(app).get(ChargeUnit.FLOPS);
        return account == null ? null : account.allocation();
    }

    public void withdraw(String app) {
        at(app).values().forEach(BalanceAccount::withdraw);
        expire();
    }

    /** Returns the states of all targets that have an allocation or work. */
    public List<TargetState> states(String project, ChargeUnit by) {
        List<TargetState> states = new ArrayList<>();
        targets.forEach((app, accounts) -> {
            BalanceAccount account = Objects.requireNonNull(accounts.get(by));
            states.add(new TargetState(project, app, by, account.balance(by), account.days(DAYS)));
        });
        return states;
    }

    /**
     * Returns the changes of the thresholds that each target has reached since the last call, by app; targets without changes are left out.
     */
    public SortedMap<String, List<Course.Change>> takeChanges(ChargeUnit by) {
        SortedMap<String, List<Course.Change>> changes = new TreeMap<>();
        targets.forEach((app, accounts) -> {
            List<Course.Change> some = Objects.requireNonNull(accounts.get(by)).takeChanges(by);
            if (!some.isEmpty()) {
                changes.put(app, some);
            }
        });
        return changes;
    }

    /**
     * Drops old hours, earlier if there are many apps; their charges stay in the balances.
     *
     * @param history maximum delay of charges
     */
    public void forget(Duration history) {
        long kept = history.toMillis() + DAYS * UtcDays.MILLIS;
        int apps = Math.max(1, targets.size() - 1);
        targets.forEach((app, accounts) -> {
            int max = app.isEmpty() ? MAX_HOURS : Math.max(1, MAX_HOURS_OF_APPS / apps);
            accounts.forEach((by, account) -> forget(by, account, Math.min(kept, max * BalanceAccount.HOUR)));
        });
    }

    private static void forget(ChargeUnit by, BalanceAccount account, long kept) {
        if (account.chargedIn() != BalanceAccount.NEVER) {
            account.forgetBefore(by, account.chargedIn() - kept);
        }
    }

    private void expire() {
        targets.values().removeIf(accounts -> accounts.values().stream().allMatch(BalanceAccount::isEmpty));
    }

    /**
     * Published state of a target.
     *
     * @param project the project, or a path with its first slash
     * @param app empty for the project or a path
     * @param balance null without an allocation
     * @param days work of the last UTC days that have any, by number of the day, in small units
     */
    public record TargetState(
            String project,
            String app,
            AmountUnit by,
            @Nullable Balance balance,
            SortedMap<Long, Long> days) {
        private static final double SECONDS_OF_DAY = UtcDays.MILLIS / 1e3;

        /** Name of the target: project, project/app or a path. */
        public String target() {
            return Allocation.target(project, app);
        }

        /** Computes the work from one day to another, both included, in the unit of {@link #by}. */
        public double done(long first, long last) {
            return days.subMap(first, last + 1).values().stream()
                    .mapToDouble(by::amount)
                    .sum();
        }

        /**
         * Forecast of the instant at which a balance of the target is spent, if it is charged as in the last whole UTC days before it; as
         * {@link Balance#spentAt}.
         *
         * @param last number of days, 1 or more
         */
        public @Nullable Long spentAt(Balance now, int last) {
            long today = UtcDays.day(now.asOf());
            return now.spentAt(done(today - last, today - 1) / (last * SECONDS_OF_DAY));
        }
    }
}
