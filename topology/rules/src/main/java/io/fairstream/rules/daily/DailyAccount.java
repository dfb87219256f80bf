package io.fairstream.rules.daily;

import io.fairstream.rules.Active;
import io.fairstream.rules.Paged;
import io.fairstream.rules.Pages;
import io.fairstream.rules.journal.WorkEntry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The daily history of one scope and id. Entries come in any order; one for an earlier day corrects it and the totals of all
 * later ones. Days on which nothing happened are not kept. Days long past go to pages. Mutable; one owner.
 *
 * <p>Source: Science United's note, "maintain daily history: delta and total". There {@code delta} and {@code total} are both counted
 * up by reports, which counts twice; here a total is the sum of the deltas before it.
 */
public final class DailyAccount implements Paged<DailyPage> {
    /** The newest day of an account to which nothing happened. */
    public static final long NEVER = Long.MIN_VALUE;

    private static final long NO_CHANGE = Long.MAX_VALUE;
    private static final int MOST_DAYS = 128;
    private static final int PAGE_DAYS = 64;

    private WorkSum before;
    private final TreeMap<Long, DayEntry> days;
    private final Pages pages;
    private long newest;
    private long changedFrom = NO_CHANGE;

    /** An account to which nothing happened. */
    public DailyAccount() {
        this(WorkSum.NOTHING, Collections.emptySortedMap(), new Pages(), NEVER);
    }

    /**
     * An account as it was kept.
     *
     * @param before all that was done before the first of the days
     * @param days those on which something happened, or will turn out to have: who is active today is active tomorrow
     * @param pages where the days before them are
     * @param newest the last day an entry was of, or {@link #NEVER}
     */
    public DailyAccount(WorkSum before, SortedMap<Long, DayEntry> days, Pages pages, long newest) {
        this.before = before;
        this.days = new TreeMap<>(days);
        this.pages = pages;
        this.newest = newest;
    }

    /** All there is to an account, to keep it; see the constructor. */
    public record Snapshot(WorkSum before, SortedMap<Long, DayEntry> days, Pages.Snapshot pages, long newest) {}

    /** An account as it was kept. */
    public static DailyAccount of(Snapshot kept) {
        return new DailyAccount(kept.before, kept.days, Pages.of(kept.pages), kept.newest);
    }

    public Snapshot snapshot() {
        return new Snapshot(before, days(), pages.snapshot(), newest);
    }

    public WorkSum before() {
        return before;
    }

    public SortedMap<Long, DayEntry> days() {
        return Collections.unmodifiableSortedMap(days);
    }

    @Override
    public Pages pages() {
        return pages;
    }

    public long newest() {
        return newest;
    }

    /** Returns true if an entry of a day can be applied without recalling a page. */
    public boolean remembers(long day) {
        return pages.isEmpty() || (!days.isEmpty() && days.firstKey() <= day);
    }

    /** Takes back the newest page, which goes before what is here. */
    @Override
    public void recall(DailyPage page) {
        before = page.before();
        days.putAll(page.days());
    }

    /**
     * Hands out the oldest days if there are too many here, or null; the caller keeps them. Call it until it returns null, when
     * the rows that changed are taken.
     */
    @Override
    public @Nullable DailyPage spill() {
        if (days.size() <= MOST_DAYS) {
            return null;
        }
        SortedMap<Long, DayEntry> old = new TreeMap<>();
        while (old.size() < PAGE_DAYS) {
            Map.Entry<Long, DayEntry> first = days.pollFirstEntry();
            old.put(first.getKey(), first.getValue());
        }
        DailyPage page = new DailyPage(before, old);
        before = sum(old, before);
        return page;
    }

    /**
     * Takes in a change.
     *
     * @throws IllegalStateException if a day it is about is not {@linkplain #remembers remembered}
     */
    public void add(WorkEntry change) {
        advance(change.day());
        if (change instanceof WorkEntry.Done done) {
            add(done.day(), new DayEntry(WorkSum.of(done.sum()), Active.NONE));
        } else if (change instanceof WorkEntry.ActiveChange active) {
            active.gained().forEach((day, more) -> add(day, new DayEntry(WorkSum.NOTHING, more)));
        }
    }

    private void advance(long day) {
        if (newest != NEVER && day > newest && !days.subMap(newest + 1, day + 1).isEmpty()) {
            changedFrom = Math.min(changedFrom, newest + 1);
        }
        newest = Math.max(newest, day);
    }

    private void add(long day, DayEntry entry) {
        if (!remembers(day)) {
            throw new IllegalStateException("a page must be recalled first: day " + day);
        }
        if (!entry.isNothing()) {
            days.merge(day, entry, DayEntry::plus);
            changedFrom = Math.min(changedFrom, day);
        }
    }

    /**
     * The rows that are other than when last asked, up to the newest day, in order: a {@linkplain DailyRow#isVirtual virtual}
     * one is to be dropped, all others to be written.
     */
    public List<DailyRow> takeChanged() {
        List<DailyRow> changed = changedFrom > newest ? List.of() : stored(changedFrom, newest);
        days.values().removeIf(DayEntry::isNothing);
        changedFrom = NO_CHANGE;
        return changed;
    }

    private List<DailyRow> stored(long first, long last) {
        List<DailyRow> rows = new ArrayList<>();
        WorkSum total = totalBefore(first);
        for (Map.Entry<Long, DayEntry> entry : days.subMap(first, last + 1).entrySet()) {
            DailyRow row = new DailyRow(entry.getKey(), total, entry.getValue());
            rows.add(row);
            total = row.closing();
        }
        return rows;
    }

    /** All that was done before a day that is {@linkplain #remembers remembered}. */
    public WorkSum totalBefore(long day) {
        return sum(days.headMap(day), before);
    }

    /** All that was done from one day to another, both included. */
    public WorkSum sum(long first, long last) {
        return sum(days.subMap(first, last + 1), WorkSum.NOTHING);
    }

    private static WorkSum sum(SortedMap<Long, DayEntry> some, WorkSum start) {
        WorkSum sum = start;
        for (DayEntry entry : some.values()) {
            sum = sum.plus(entry.delta());
        }
        return sum;
    }

    /** The rows of all days from one to another, both included, virtual ones too. */
    public List<DailyRow> rows(long first, long last) {
        List<DailyRow> rows = new ArrayList<>();
        WorkSum total = totalBefore(first);
        for (long day = first; day <= last; day++) {
            DailyRow row = new DailyRow(day, total, days.getOrDefault(day, DayEntry.NOTHING));
            rows.add(row);
            total = row.closing();
        }
        return rows;
    }
}
