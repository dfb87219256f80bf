package io.fairstream.rules.ledger.host;

import io.fairstream.rules.ActiveDays;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.account.balance.ChargeBy;
import io.fairstream.rules.account.balance.ProjectAccount;
import io.fairstream.rules.account.balance.TargetCharge;
import io.fairstream.rules.account.daily.Active;
import io.fairstream.rules.account.daily.DailyAccount;
import io.fairstream.rules.account.daily.DailyRow;
import io.fairstream.rules.account.daily.DayChange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The ledgers of many hosts and the accounts that they charge. */
final class Fleet {
    static final int WINDOW = 7;

    final Map<String, HostLedger> ledgers = new HashMap<>();
    final List<HostCharge> charges = new ArrayList<>();
    final DailyAccount total = new DailyAccount();
    final Map<String, DailyAccount> projects = new TreeMap<>();
    final Map<String, DailyAccount> users = new TreeMap<>();
    final Map<String, ProjectAccount> balances = new TreeMap<>();
    final Map<String, Integer> counts = new TreeMap<>();
    private final Map<String, ActiveDays> seen = new HashMap<>();

    HostOutcome apply(HostReport report) {
        HostLedger ledger = ledgers.computeIfAbsent(report.host(), host -> new HostLedger());
        see(ledger.see(report, WINDOW));
        HostOutcome outcome = ledger.apply(report, HostLimits.DEFAULT);
        counts.merge(outcome.getClass().getSimpleName(), 1, Integer::sum);
        if (outcome instanceof HostOutcome.Applied applied) {
            applied.charges().forEach(this::charge);
        } else if (outcome instanceof HostOutcome.Corrected corrected) {
            corrected.charges().forEach(this::charge);
        }
        return outcome;
    }

    private void see(HostActivity activity) {
        total.add(gained(activity.day(), Active.HOST, activity.days()));
        total.add(gained(activity.day(), Active.GPU_HOST, activity.gpuDays()));
        if (activity.isNews()) {
            ActiveDays days = seen.getOrDefault(activity.user(), ActiveDays.NONE);
            total.add(gained(activity.day(), Active.USER, days.gained(activity.day(), WINDOW)));
            seen.put(activity.user(), days.with(activity.day()));
        }
    }

    private static DayChange gained(long day, Active who, List<Long> days) {
        TreeMap<Long, Active> gained = new TreeMap<>();
        days.forEach(on -> gained.put(on, who));
        return new DayChange.Gained(day, gained);
    }

    private void charge(HostCharge charge) {
        charges.add(charge);
        DayChange done = new DayChange.Done(UtcDays.day(charge.from()), charge.work());
        total.add(done);
        projects.computeIfAbsent(charge.project(), name -> new DailyAccount()).add(done);
        users.computeIfAbsent(charge.user(), name -> new DailyAccount()).add(done);
        TargetCharge.Part part = new TargetCharge.Part(charge.app(), charge.work());
        balances.computeIfAbsent(charge.project(), name -> new ProjectAccount())
                .charge(new TargetCharge(charge.to(), List.of(part)));
    }

    /** All rows of all tables: hosts, daily and balances in either unit. */
    Map<String, Object> tables(long first, long last) {
        Map<String, Object> tables = new TreeMap<>();
        ledgers.forEach((host, ledger) ->
                tables.put("host " + host, ledger.work() + " " + ledger.cut() + " " + ledger.newest()));
        tables.put("total", rows(total, first, last));
        projects.forEach((project, account) -> tables.put("project " + project, rows(account, first, last)));
        users.forEach((user, account) -> tables.put("user " + user, rows(account, first, last)));
        balances.forEach((project, account) -> {
            for (ChargeBy by : ChargeBy.values()) {
                tables.put("balances of " + project + " by " + by, account.standings(project, by));
            }
        });
        tables.values().removeIf(rows -> rows instanceof List<?> list && list.isEmpty());
        return tables;
    }

    private static List<DailyRow> rows(DailyAccount account, long first, long last) {
        return account.rows(first, last).stream()
                .filter(row -> !row.isVirtual())
                .toList();
    }
}
