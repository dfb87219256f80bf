package io.fairstream.streams.wire;

import io.fairstream.rules.account.daily.DailyRow;

/**
 * A row of {@code daily}.
 *
 * @param account scope|id, such as user|alice
 */
public record DayRow(String account, DailyRow row) {
    /** The key of a day's row. */
    public static String key(String account, long day) {
        return account + "|" + EntryWire.date(day);
    }

    /** The account whose row has a key. */
    public static String account(String key) {
        return key.substring(0, Math.max(0, key.lastIndexOf('|')));
    }
}
