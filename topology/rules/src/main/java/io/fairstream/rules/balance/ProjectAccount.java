package io.fairstream.rules.balance;

import io.fairstream.rules.HostUsage;
import io.fairstream.rules.Names;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.Rejection.Reason;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.UtcDays.ActiveDays;
import io.fairstream.rules.balance.Allocation.Balance;
import io.fairstream.rules.balance.BalanceAccount.ChargeUnit;
import io.fairstream.rules.journal.Entry.HostUsageEntry;
import io.fairstream.rules.journal.Entry.HostUsagePart;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
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

    private final TreeMap<String, Map<ChargeUnit, BalanceAccount>> targets;

    public ProjectAccount() {
        this(Collections.emptySortedMap());
    }

    /**
     * Restores a stored account.
     *
     * @param targets accounts by app; the empty name is the project
     */
    public ProjectAccount(SortedMap<String, Map<ChargeUnit, BalanceAccount>> targets) {
        this.targets = new TreeMap<>(targets);
    }

    /**
     * Content of an account, for storage.
     *
     * @param targets accounts by app; the empty name is the project
     */
    public record Snapshot(SortedMap<String, SortedMap<ChargeUnit, BalanceAccount.Snapshot>> targets) {}

    /** Restores a stored account. */
    public static ProjectAccount of(Snapshot kept) {
        ProjectAccount account = new ProjectAccount();
        kept.targets.forEach((app, accounts) -> {
            Map<ChargeUnit, BalanceAccount> target = account.target(app);
            accounts.forEach((by, each) -> target.put(by, BalanceAccount.of(by, each)));
        });
        return account;
    }

    public Snapshot snapshot() {
        SortedMap<String, SortedMap<ChargeUnit, BalanceAccount.Snapshot>> kept = new TreeMap<>();
        targets.forEach((app, accounts) -> {
            SortedMap<ChargeUnit, BalanceAccount.Snapshot> target = new TreeMap<>();
            accounts.forEach((by, account) -> target.put(by, account.snapshot()));
            kept.put(app, target);
        });
        return new Snapshot(kept);
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
        boolean isSomething = Arrays.stream(ChargeUnit.values()).anyMatch(by -> by.units(part.work()) != 0);
        if (isSomething) {
            target(app).values().forEach(account -> account.charge(to, part.work()));
        }
    }

    private Map<ChargeUnit, BalanceAccount> target(String app) {
        return targets.computeIfAbsent(app, any -> {
            Map<ChargeUnit, BalanceAccount> accounts = new EnumMap<>(ChargeUnit.class);
            for (ChargeUnit by : ChargeUnit.values()) {
                accounts.put(by, new BalanceAccount(by));
            }
            return accounts;
        });
    }

    /**
     * Gives the project, or one of its apps, an allocation that is valid in itself.
     *
     * @return the rejection if the allocation conflicts with another one, or null
     */
    public @Nullable Rejection allocate(Allocation allocation) {
        Rejection refused = conflict(allocation);
        for (BalanceAccount account :
                targets.getOrDefault(allocation.app(), Map.of()).values()) {
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
            return app.isEmpty() == allocation.app().isEmpty()
                    ? null
                    : new Rejection(
                            Reason.EDIT_IMPOSSIBLE,
                            String.format(
                                    "target: %s (expected: a project or its apps, never both; %s has an allocation)",
                                    Names.shown(allocation.target()), Names.shown(other.target())));
        }
        return null;
    }

    public @Nullable Allocation allocation(String app) {
        BalanceAccount account = targets.getOrDefault(app, Map.of()).get(ChargeUnit.FLOPS);
        return account == null ? null : account.allocation();
    }

    public void withdraw(String app) {
        Map<ChargeUnit, BalanceAccount> accounts = targets.get(app);
        if (accounts != null) {
            accounts.values().forEach(BalanceAccount::withdraw);
        }
        expire();
    }

    /** Returns the states of all targets that have an allocation or work. */
    public List<TargetState> states(String project, ChargeUnit by) {
        List<TargetState> states = new ArrayList<>();
        targets.forEach((app, accounts) -> {
            BalanceAccount account = Objects.requireNonNull(accounts.get(by));
            states.add(new TargetState(project, app, by, account.balance(), account.days(DAYS)));
        });
        return states;
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
            accounts.values().forEach(account -> forget(account, Math.min(kept, max * BalanceAccount.HOUR)));
        });
    }

    private static void forget(BalanceAccount account, long kept) {
        if (account.chargedIn() != BalanceAccount.NEVER) {
            account.forgetBefore(account.chargedIn() - kept);
        }
    }

    private void expire() {
        targets.values().removeIf(accounts -> accounts.values().stream().allMatch(BalanceAccount::isEmpty));
    }

    /**
     * Published state of a target.
     *
     * @param app empty for the project
     * @param balance null without an allocation
     * @param days work of the last UTC days that have any, by number of the day, MFLOP or microseconds
     */
    public record TargetState(
            String project,
            String app,
            ChargeUnit by,
            @Nullable Balance balance,
            SortedMap<Long, Long> days) {
        /** Name of the target, project or project/app. */
        public String target() {
            return Allocation.target(project, app);
        }

        /** Computes the work from one day to another, both included, in the unit of {@link #by}. */
        public double done(long first, long last) {
            return days.subMap(first, last + 1).values().stream()
                    .mapToDouble(by::amount)
                    .sum();
        }
    }
}
