package io.fairstream.rules.ledger.host;

import io.fairstream.rules.ActiveDays;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.account.balance.BalanceAccount;
import io.fairstream.rules.account.balance.ChargeBy;
import io.fairstream.rules.account.daily.Active;
import io.fairstream.rules.account.daily.DailyAccount;
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
    final Map<String, BalanceAccount> balances = new TreeMap<>();
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
        total.see(activity.day(), Active.HOST, activity.days());
        total.see(activity.day(), Active.GPU_HOST, activity.gpuDays());
        if (activity.isNews()) {
            ActiveDays days = seen.getOrDefault(activity.user(), ActiveDays.NONE);
            total.see(activity.day(), Active.USER, days.gained(activity.day(), WINDOW));
            seen.put(activity.user(), days.with(activity.day()));
        }
    }

    private void charge(HostCharge charge) {
        charges.add(charge);
        long day = UtcDays.day(charge.from());
        total.add(day, charge.work());
        projects.computeIfAbsent(charge.project(), name -> new DailyAccount()).add(day, charge.work());
        users.computeIfAbsent(charge.user(), name -> new DailyAccount()).add(day, charge.work());
        balances.computeIfAbsent(charge.project(), name -> new BalanceAccount(ChargeBy.FLOPS))
                .charge(charge.to(), charge.work());
    }
}
