package io.fairstream.rules.usage;

import io.fairstream.rules.HostUsage;
import io.fairstream.rules.Pages;
import io.fairstream.rules.Pages.Paged;
import io.fairstream.rules.UtcDays.Active;
import io.fairstream.rules.journal.Account.Scope;
import io.fairstream.rules.journal.Entry.HostUsageEntry;
import java.time.LocalDate;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The daily history of one scope and id. Entries may arrive in any order; an entry for an earlier day corrects that day and the totals of
 * all later days. Days without activity are not stored. Old days go to pages. Mutable; one owner.
 *
 * <p>Source: Science United's note, "maintain daily history: delta and total". There reports increment both {@code delta} and
 * {@code total}, which counts work twice; here a total is the sum of the deltas of the days before.
 */
public final class DailyAccount extends Paged<DailyAccount.Page> {
    /** The newest day of an empty account. */
    public static final long NEVER = Long.MIN_VALUE;

    private static final long NO_CHANGE = Long.MAX_VALUE;
    private static final int MAX_DAYS = 128;
    private static final int PAGE_DAYS = 64;

    private HostUsage.Sum before;
    private final TreeMap<Long, DayEntry> days;
    private long newest;
    private long changedFrom = NO_CHANGE;

    public DailyAccount() {
        this(HostUsage.Sum.EMPTY, Collections.emptySortedMap(), new Pages(), NEVER);
    }

    /**
     * @param before sum of all work before the first of the days
     * @param days days with entries, possibly in the future: hosts and users seen today stay active for the following days of the window
     * @param pages pages of the days before them
     * @param newest day of the newest entry, or {@link #NEVER}
     */
    public DailyAccount(HostUsage.Sum before, SortedMap<Long, DayEntry> days, Pages pages, long newest) {
        super(pages);
        this.before = before;
        this.days = new TreeMap<>(days);
        this.newest = newest;
    }

    public HostUsage.Sum before() {
        return before;
    }

    public SortedMap<Long, DayEntry> days() {
        return Collections.unmodifiableSortedMap(days);
    }

    public long newest() {
        return newest;
    }

    /** Returns true if an entry of a day can be applied without loading a page. */
    public boolean isInMemory(long day) {
        return pages().isEmpty() || (!days.isEmpty() && days.firstKey() <= day);
    }

    @Override
    public void loadPage(Page page) {
        before = page.before();
        days.putAll(page.days());
    }

    /**
     * Removes and returns the oldest days if there are too many in memory, else null; the caller stores them. Take the changed rows first,
     * then call it until it returns null.
     */
    @Override
    public @Nullable Page evictPage() {
        if (days.size() <= MAX_DAYS) {
            return null;
        }
        SortedMap<Long, DayEntry> old = new TreeMap<>();
        while (old.size() < PAGE_DAYS) {
            Map.Entry<Long, DayEntry> first = days.pollFirstEntry();
            old.put(first.getKey(), first.getValue());
        }
        Page page = new Page(before, old);
        before = sum(old, before);
        return page;
    }

    /** Adds an entry; all its days must be {@linkplain #isInMemory in memory}. */
    public void add(HostUsageEntry change) {
        advance(change.day());
        if (change instanceof HostUsageEntry.Done done) {
            add(done.day(), new DayEntry(HostUsage.Sum.of(done.sum()), Active.EMPTY));
        } else if (change instanceof HostUsageEntry.ActiveChange active) {
            active.gained().forEach((day, more) -> add(day, new DayEntry(HostUsage.Sum.EMPTY, more)));
        }
    }

    private void advance(long day) {
        if (newest != NEVER && day > newest && !days.subMap(newest + 1, day + 1).isEmpty()) {
            changedFrom = Math.min(changedFrom, newest + 1);
        }
        newest = Math.max(newest, day);
    }

    private void add(long day, DayEntry entry) {
        if (!isInMemory(day)) {
            throw new IllegalStateException("a page must be loaded first: day " + day);
        }
        if (!entry.isEmpty()) {
            days.merge(day, entry, DayEntry::plus);
            changedFrom = Math.min(changedFrom, day);
        }
    }

    /** Passes the days that changed since the last call, up to the newest day, in order. */
    public void takeChanged(DayWriter writer) {
        if (changedFrom <= newest) {
            HostUsage.Sum total = totalBefore(changedFrom);
            for (Map.Entry<Long, DayEntry> day :
                    days.subMap(changedFrom, newest + 1).entrySet()) {
                writer.write(day.getKey(), total, day.getValue());
                total = total.plus(day.getValue().delta());
            }
        }
        days.values().removeIf(DayEntry::isEmpty);
        changedFrom = NO_CHANGE;
    }

    /** Returns the sum of all work before a day that is {@linkplain #isInMemory in memory}. */
    public HostUsage.Sum totalBefore(long day) {
        return sum(days.headMap(day), before);
    }

    private static HostUsage.Sum sum(SortedMap<Long, DayEntry> some, HostUsage.Sum start) {
        return some.values().stream().map(DayEntry::delta).reduce(start, HostUsage.Sum::plus);
    }

    /** Days of a history that are stored elsewhere, and the sum of all work before them. */
    public record Page(HostUsage.Sum before, SortedMap<Long, DayEntry> days) {}

    public interface DayWriter {
        /**
         * Writes the row of a day.
         *
         * @param day number of the UTC day, 0 is 1970-01-01
         * @param total sum of all work before the day; that of the next day is {@code total + delta} of this one
         * @param entry work and activity of the day; if empty, the row is to be deleted, since it can be derived from the days before
         */
        void write(long day, HostUsage.Sum total, DayEntry entry);
    }

    public record DayEntry(HostUsage.Sum delta, Active active) {
        public static final DayEntry EMPTY = new DayEntry(HostUsage.Sum.EMPTY, Active.EMPTY);

        DayEntry plus(DayEntry other) {
            return new DayEntry(delta.plus(other.delta), active.plus(other.active));
        }

        public boolean isEmpty() {
            return equals(EMPTY);
        }
    }

    /** Published row of a day. The names are those of the schema {@code Daily}, which documents them. */
    public record DayRow(
            Scope scope,
            String id,
            LocalDate day,
            HostUsage.Row delta,
            HostUsage.Row total,
            @Nullable Long activeHosts,
            @Nullable Long activeGpuHosts,
            @Nullable Long activeUsers) {
        /** Creates the row of a day; the account is scope|id, such as user|alice. */
        public static DayRow of(String account, long day, HostUsage.Sum total, DayEntry entry) {
            int bar = account.indexOf('|');
            Scope scope = Scope.valueOf(account.substring(0, bar).toUpperCase(Locale.ROOT));
            Active active = scope == Scope.TOTAL ? entry.active() : null;
            return new DayRow(
                    scope,
                    account.substring(bar + 1),
                    LocalDate.ofEpochDay(day),
                    entry.delta().row(),
                    total.row(),
                    active == null ? null : (Long) active.hosts(),
                    active == null ? null : (Long) active.gpuHosts(),
                    active == null ? null : (Long) active.users());
        }

        public static String key(String account, long day) {
            return account + "|" + LocalDate.ofEpochDay(day);
        }

        public static String account(String key) {
            return key.substring(0, Math.max(0, key.lastIndexOf('|')));
        }
    }
}
