package io.fairstream.rules.balance;

import io.fairstream.rules.ActiveDays;
import io.fairstream.rules.Refused;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.Work;
import io.fairstream.rules.journal.WorkEntry;
import io.fairstream.rules.journal.WorkPart;
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
 * Charges of one project, and of each of its apps. Work and time are both kept, so that either can be charged for without a look
 * at the past. Mutable; one owner.
 */
public final class ProjectAccount {
    private static final int DAYS = ActiveDays.LONGEST_WINDOW + 1;

    /** Most apps that have a balance of their own; what further ones did counts for the project alone. */
    public static final int MOST_APPS = 1000;

    /** Most hours of the project, and of all its apps together, in each unit: what is kept fits into one record. */
    private static final int MOST_HOURS = 10_000;

    private static final int MOST_HOURS_OF_APPS = 20_000;

    private final TreeMap<String, Map<ChargeBy, BalanceAccount>> targets;

    /** A project of which nothing is known. */
    public ProjectAccount() {
        this(Collections.emptySortedMap());
    }

    /**
     * An account as it was kept.
     *
     * @param targets by app, empty for the project
     */
    public ProjectAccount(SortedMap<String, Map<ChargeBy, BalanceAccount>> targets) {
        this.targets = new TreeMap<>(targets);
    }

    /**
     * All there is to an account, to keep it.
     *
     * @param targets by app, empty for the project
     */
    public record Snapshot(SortedMap<String, SortedMap<ChargeBy, BalanceAccount.Snapshot>> targets) {}

    /** An account as it was kept. */
    public static ProjectAccount of(Snapshot kept) {
        ProjectAccount account = new ProjectAccount();
        kept.targets.forEach((app, accounts) -> {
            Map<ChargeBy, BalanceAccount> target = account.target(app);
            accounts.forEach((by, each) -> target.put(by, BalanceAccount.of(by, each)));
        });
        return account;
    }

    public Snapshot snapshot() {
        SortedMap<String, SortedMap<ChargeBy, BalanceAccount.Snapshot>> kept = new TreeMap<>();
        targets.forEach((app, accounts) -> {
            SortedMap<ChargeBy, BalanceAccount.Snapshot> target = new TreeMap<>();
            accounts.forEach((by, account) -> target.put(by, account.snapshot()));
            kept.put(app, target);
        });
        return new Snapshot(kept);
    }

    public SortedMap<String, Map<ChargeBy, BalanceAccount>> targets() {
        return Collections.unmodifiableSortedMap(targets);
    }

    /** Takes in what was done. What was done for an app was done for the project, too. */
    public void charge(WorkEntry.Done charge) {
        for (WorkPart part : charge.parts()) {
            charge("", charge.to(), part);
            if (!part.app().isEmpty() && (targets.containsKey(part.app()) || targets.size() <= MOST_APPS)) {
                charge(part.app(), charge.to(), part);
            }
            if (!part.work().isAtLeast(Work.NOTHING)) {
                tidy();
            }
        }
    }

    private void charge(String app, long to, WorkPart part) {
        boolean isSomething = Arrays.stream(ChargeBy.values()).anyMatch(by -> by.units(part.work()) != 0);
        if (isSomething) {
            target(app).values().forEach(account -> account.charge(to, part.work()));
        }
    }

    private Map<ChargeBy, BalanceAccount> target(String app) {
        return targets.computeIfAbsent(app, any -> {
            Map<ChargeBy, BalanceAccount> accounts = new EnumMap<>(ChargeBy.class);
            for (ChargeBy by : ChargeBy.values()) {
                accounts.put(by, new BalanceAccount(by));
            }
            return accounts;
        });
    }

    /**
     * Gives the project, or an app of it, an allocation that is fine in itself.
     *
     * @return the refusal of one beside which it cannot stand, or null
     */
    public @Nullable Refused allocate(Allocation allocation) {
        Targets allocated = new Targets();
        targets.forEach((app, accounts) -> accounts.values().stream()
                .map(BalanceAccount::allocation)
                .filter(Objects::nonNull)
                .filter(other -> !other.app().equals(allocation.app()))
                .forEach(allocated::add));
        Refused refused = allocated.add(allocation);
        for (BalanceAccount account :
                targets.getOrDefault(allocation.app(), Map.of()).values()) {
            refused = refused == null ? account.refusal(allocation) : refused;
        }
        if (refused == null) {
            target(allocation.app()).values().forEach(account -> account.allocate(allocation));
        }
        return refused;
    }

    /** The allocation of the project, or of an app of it, or null. */
    public @Nullable Allocation allocation(String app) {
        BalanceAccount account = targets.getOrDefault(app, Map.of()).get(ChargeBy.FLOPS);
        return account == null ? null : account.allocation();
    }

    /** Takes the allocation of the project, or of an app of it, away. */
    public void withdraw(String app) {
        Map<ChargeBy, BalanceAccount> accounts = targets.get(app);
        if (accounts != null) {
            accounts.values().forEach(BalanceAccount::withdraw);
        }
        tidy();
    }

    /** Returns the states of all targets that have an allocation or for which work was done. */
    public List<TargetState> standings(String project, ChargeBy by) {
        List<TargetState> standings = new ArrayList<>();
        targets.forEach((app, accounts) -> {
            BalanceAccount account = Objects.requireNonNull(accounts.get(by));
            standings.add(new TargetState(project, app, by, account.balance(), account.days(DAYS)));
        });
        return standings;
    }

    /**
     * Forgets hours that are long past, sooner when there are many apps; their charges stay in the balances.
     *
     * @param history how late charges may come
     */
    public void forget(Duration history) {
        long kept = history.toMillis() + DAYS * UtcDays.MILLIS;
        int apps = Math.max(1, targets.size() - 1);
        targets.forEach((app, accounts) -> {
            int most = app.isEmpty() ? MOST_HOURS : Math.max(1, MOST_HOURS_OF_APPS / apps);
            accounts.values().forEach(account -> forget(account, Math.min(kept, most * BalanceAccount.HOUR)));
        });
    }

    private static void forget(BalanceAccount account, long kept) {
        if (account.chargedIn() != BalanceAccount.NEVER) {
            account.forgetBefore(account.chargedIn() - kept);
        }
    }

    private void tidy() {
        targets.values().removeIf(accounts -> accounts.values().stream().allMatch(BalanceAccount::isNothing));
    }
}
