package io.fairstream.rules.daily;

import io.fairstream.rules.Active;
import io.fairstream.rules.WorkRow;
import java.time.LocalDate;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Published row of a day. The names are those of the schema {@code Daily}, which says what they mean. */
public record DayRow(
        Scope scope,
        String id,
        LocalDate day,
        WorkRow delta,
        WorkRow total,
        @Nullable Long activeHosts,
        @Nullable Long activeGpuHosts,
        @Nullable Long activeUsers) {
    /** Whose history it is. The names are those of the schema {@code DailyScope}. */
    public enum Scope {
        TOTAL,
        PROJECT,
        USER,
        BANK,
        CLUSTER
    }

    /**
     * The row of a day.
     *
     * @param account scope|id, such as user|alice
     */
    public static DayRow of(String account, DailyRow row) {
        int bar = account.indexOf('|');
        Scope scope = Scope.valueOf(account.substring(0, bar).toUpperCase(Locale.ROOT));
        Active active = scope == Scope.TOTAL ? row.entry().active() : null;
        return new DayRow(
                scope,
                account.substring(bar + 1),
                LocalDate.ofEpochDay(row.day()),
                row.delta().row(),
                row.total().row(),
                active == null ? null : (Long) active.hosts(),
                active == null ? null : (Long) active.gpuHosts(),
                active == null ? null : (Long) active.users());
    }

    /** The key of a day's row. */
    public static String key(String account, long day) {
        return account + "|" + LocalDate.ofEpochDay(day);
    }

    /** The account whose row has a key. */
    public static String account(String key) {
        return key.substring(0, Math.max(0, key.lastIndexOf('|')));
    }
}
