package io.fairstream.rules.usage;

import io.fairstream.rules.HostUsage;
import io.fairstream.rules.usage.DailyAccount.DayEntry;
import java.util.ArrayList;
import java.util.List;

/** A day of a history as its account passes it to the writer. */
public record DailyRow(long day, HostUsage.Sum total, DayEntry entry) {
    static List<DailyRow> changed(DailyAccount account) {
        List<DailyRow> rows = new ArrayList<>();
        account.takeChanged((day, total, entry) -> rows.add(new DailyRow(day, total, entry)));
        return rows;
    }

    public HostUsage.Sum delta() {
        return entry.delta();
    }

    public HostUsage.Sum closing() {
        return total.plus(entry.delta());
    }

    public boolean isVirtual() {
        return entry.isEmpty();
    }
}
