package io.fairstream.rules.daily;

/**
 * One day of a history. {@code total} of the next day is {@code total + delta} of this one.
 *
 * @param day number of the UTC day, 0 is 1970-01-01
 * @param total all that was done before the day
 * @param entry what happened on it
 */
public record DailyRow(long day, WorkSum total, DayEntry entry) {
    /** Work of the day. */
    public WorkSum delta() {
        return entry.delta();
    }

    /** All that was done until the end of the day. */
    public WorkSum closing() {
        return total.plus(entry.delta());
    }

    /** True if the day need not be kept, since its row follows from the days before it. */
    public boolean isVirtual() {
        return entry.isNothing();
    }
}
