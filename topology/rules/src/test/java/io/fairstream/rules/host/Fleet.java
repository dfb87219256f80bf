package io.fairstream.rules.host;

import io.fairstream.rules.HostUsage;
import io.fairstream.rules.UtcDays.Active;
import io.fairstream.rules.UtcDays.ActiveDays;
import io.fairstream.rules.host.HostLedger.HostLimits;
import io.fairstream.rules.journal.Account;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.Charge.Ledger;
import io.fairstream.rules.journal.ChargeSums;
import io.fairstream.rules.journal.Entry.HostUsageEntry;
import io.fairstream.rules.journal.Outcome;
import io.fairstream.rules.usage.BalanceAccount.ChargeUnit;
import io.fairstream.rules.usage.DailyAccount;
import io.fairstream.rules.usage.DailyAccount.DayEntry;
import io.fairstream.rules.usage.DailyRow;
import io.fairstream.rules.usage.ProjectAccount;
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
    private static final Cause CAUSE = new Cause("host-reports", 0, 0, 0);

    private final Map<String, ActiveDays> activeDays = new HashMap<>();
    private final ChargeSums sums = new ChargeSums(Ledger.HOST);

    Outcome<HostCharge, Void> apply(HostReport report) {
        HostLedger ledger = ledgers.computeIfAbsent(report.host(), host -> new HostLedger());
        ledger.see(report, WINDOW).charges(report.host(), CAUSE, sums).forEach(this::fold);
        Outcome<HostCharge, Void> outcome = ledger.apply(report, HostLimits.DEFAULT);
        boolean isCorrection = outcome.charges().stream()
                .anyMatch(charge -> !charge.part().work().isAtLeast(HostUsage.EMPTY));
        counts.merge(isCorrection ? "CORRECTED" : outcome.effect().toString(), 1, Integer::sum);
        charges.addAll(outcome.charges());
        HostCharge.charges(report.host(), outcome.charges(), CAUSE, sums).forEach(this::fold);
        sums.take().forEach(this::fold);
        return outcome;
    }

    private void fold(Charge charge) {
        String name = charge.account().name();
        String of = name.substring(name.indexOf('|') + 1);
        HostUsageEntry entry = (HostUsageEntry) charge.entry();
        if (charge.account().kind() == Account.Kind.TARGET) {
            balances.computeIfAbsent(name, any -> new ProjectAccount()).charge((HostUsageEntry.Done) entry);
        } else if (entry instanceof HostUsageEntry.Seen seen) {
            ActiveDays days = activeDays.getOrDefault(of, ActiveDays.EMPTY);
            sums.addActive(Active.USER, seen.day(), days.gained(seen.day(), WINDOW), charge.cause());
            activeDays.put(of, days.with(seen.day()));
        } else if (charge.account().equals(Account.TOTAL)) {
            total.add(entry);
        } else {
            (name.startsWith("user|") ? users : projects)
                    .computeIfAbsent(of, any -> new DailyAccount())
                    .add(entry);
        }
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
            for (ChargeUnit by : ChargeUnit.values()) {
                tables.put("balances of " + project + " by " + by, account.states(project, by));
            }
        });
        tables.values().removeIf(rows -> rows instanceof List<?> list && list.isEmpty());
        return tables;
    }

    /** Rows of all days from one to another, both included. */
    static List<DailyRow> allRows(DailyAccount account, long first, long last) {
        List<DailyRow> rows = new ArrayList<>();
        HostUsage.Sum total = account.totalBefore(first);
        for (long day = first; day <= last; day++) {
            DailyRow row = new DailyRow(day, total, account.days().getOrDefault(day, DayEntry.EMPTY));
            rows.add(row);
            total = row.closing();
        }
        return rows;
    }

    private static List<DailyRow> rows(DailyAccount account, long first, long last) {
        return allRows(account, first, last).stream()
                .filter(row -> !row.isVirtual())
                .toList();
    }
}
