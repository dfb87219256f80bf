package io.fairstream.rules.priority;

import io.fairstream.rules.Pages;
import io.fairstream.rules.Pages.Paged;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.journal.Entry.CustomerEntry;
import io.fairstream.rules.journal.Entry.RateChange;
import io.fairstream.rules.priority.AccountState.CompensatedSum;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One customer's priority and usage.
 *
 * <p>The state is computed from the customer's entries in their {@linkplain CustomerEntry#ORDER order}. An entry newer than all others is
 * applied at once; a late one waits until {@link #applyLateEntries}, which inserts it in its place and folds again. The result, including
 * the floor, does not depend on the order of arrival. Recent entries stay in memory; older ones go to {@linkplain Pages pages}; a change of
 * use older than every page is applied as a {@linkplain AccountState#late correction}. Mutable; one owner.
 */
public final class PriorityAccount extends Paged<PriorityAccount.Page> {
    private static final int MAX_ENTRIES = 48;
    private static final int KEPT_ENTRIES = 16;
    private static final int PAGE_ENTRIES = 48;

    private final HalfLife halfLife;
    private final List<CustomerEntry> late = new ArrayList<>(0);
    private long oldestLate = Long.MAX_VALUE;

    /**
     * Entries of loaded pages: they precede the entries in memory and are {@linkplain #join joined} with them once all pages are loaded.
     */
    private final Deque<List<CustomerEntry>> loaded = new ArrayDeque<>(0);

    private List<CustomerEntry> entries;
    private AccountState base;
    private AccountState state;

    public PriorityAccount(HalfLife halfLife) {
        this(halfLife, AccountState.UNKNOWN, List.of(), new Pages());
    }

    /**
     * @param base the state before the first entry
     * @param entries the recent entries in order
     */
    public PriorityAccount(HalfLife halfLife, AccountState base, List<CustomerEntry> entries, Pages pages) {
        super(pages);
        this.halfLife = halfLife;
        this.base = base;
        this.entries = new ArrayList<>(entries);
        this.state = base.after(entries, halfLife);
    }

    public AccountState base() {
        return base;
    }

    public List<CustomerEntry> entries() {
        join();
        return Collections.unmodifiableList(entries);
    }

    /**
     * The state at the newest entry.
     *
     * @throws IllegalStateException if late entries are waiting
     */
    public AccountState state() {
        if (!late.isEmpty()) {
            throw new IllegalStateException("not settled");
        }
        return state;
    }

    public void add(RateChange use) {
        join();
        put(use);
    }

    private void addLate(CustomerEntry entry) {
        late.add(entry);
        oldestLate = Math.min(oldestLate, entry.at());
    }

    /** Returns true if all entries since that time are in memory; otherwise {@linkplain #loadPage load} a page first. */
    public boolean covers(long at) {
        return pages().isEmpty() || at > base.asOf();
    }

    /** Returns true if an entry of that time can still be inserted in its place: no later entry has been dropped. */
    public boolean isInMemory(long at) {
        return base.asOf() == AccountState.NEVER || at >= base.asOf();
    }

    /**
     * Adds an edit.
     *
     * @return false if the edit is already known
     * @throws IllegalStateException if its time is not {@linkplain #covers covered} or not {@linkplain #isInMemory in memory}
     */
    public boolean edit(Edit edit) {
        if (!covers(edit.at()) || !isInMemory(edit.at())) {
            throw new IllegalStateException("out of reach: " + edit);
        }
        join();
        if (entries.contains(edit) || late.contains(edit)) {
            return false;
        }
        put(edit);
        return true;
    }

    private boolean isNewest(CustomerEntry entry) {
        return entries.isEmpty()
                ? base.asOf() == AccountState.NEVER || entry.at() > base.asOf()
                : CustomerEntry.ORDER.compare(entry, entries.get(entries.size() - 1)) >= 0;
    }

    private void put(CustomerEntry entry) {
        if (!isNewest(entry)) {
            addLate(entry);
            return;
        }
        int last = entries.size() - 1;
        if (last >= 0 && entry instanceof RateChange use && use.isOfSameUse(entries.get(last))) {
            RateChange sum = use.plus((RateChange) entries.get(last));
            if (sum.resources() == 0) {
                addLate(use);
                return;
            }
            entries.set(last, sum);
        } else {
            entries.add(entry);
        }
        state = state.after(entry, halfLife);
    }

    /** Returns true if a late entry is waiting for a page. */
    public boolean needsPage() {
        return !late.isEmpty() && !covers(oldestLate);
    }

    @Override
    public void loadPage(Page page) {
        loaded.addFirst(page.entries());
        base = page.base();
    }

    private void join() {
        if (!loaded.isEmpty()) {
            List<CustomerEntry> all = new ArrayList<>();
            loaded.forEach(all::addAll);
            all.addAll(entries);
            entries = all;
            loaded.clear();
        }
    }

    /**
     * Puts late entries in their place.
     *
     * @throws IllegalStateException if a page {@linkplain #needsPage is needed} first
     */
    public void applyLateEntries() {
        if (late.isEmpty()) {
            return;
        }
        if (needsPage()) {
            throw new IllegalStateException("a page must be loaded first");
        }
        join();
        for (CustomerEntry entry : late) {
            if (entry instanceof RateChange use && !isInMemory(use.at())) {
                base = base.late(use, halfLife);
            } else {
                entries.add(entry);
            }
        }
        late.clear();
        oldestLate = Long.MAX_VALUE;
        entries.sort(CustomerEntry.ORDER);
        coalesce();
        state = base.after(entries, halfLife);
    }

    /** Adds up entries of the same use, and removes those that cancel out. */
    private void coalesce() {
        List<CustomerEntry> kept = new ArrayList<>(entries.size());
        for (CustomerEntry entry : entries) {
            int last = kept.size() - 1;
            if (last >= 0 && entry instanceof RateChange use && use.isOfSameUse(kept.get(last))) {
                kept.set(last, use.plus((RateChange) kept.get(last)));
            } else {
                kept.add(entry);
            }
        }
        kept.removeIf(entry -> entry instanceof RateChange use && isEmpty(use));
        entries = kept;
    }

    /**
     * Returns true if a change has no effect. Weights that cancel out may leave a rounding error. At the instant of the base, a part of the
     * same use may be in the base, so weights must cancel out exactly there. A group that lost and gained matches may have the same number
     * of matches with other weights.
     */
    private boolean isEmpty(RateChange use) {
        return use.resources() == 0
                && (use.weight() == 0 || (use.at() > base.asOf() && CompensatedSum.isRounding(use.weight())));
    }

    /** Folds the entries in memory again after another base state: the state of the pages under today's half-life. */
    public void foldAfter(AccountState earlier) {
        join();
        base = earlier;
        state = base.after(entries, halfLife);
    }

    @Override
    public @Nullable Page evictPage() {
        join();
        if (entries.size() <= MAX_ENTRIES || !late.isEmpty()) {
            return null;
        }
        List<CustomerEntry> old = entries.subList(0, Math.min(entries.size() - KEPT_ENTRIES, PAGE_ENTRIES));
        Page page = Page.of(base, old);
        base = base.after(old, halfLife);
        old.clear();
        return page;
    }

    /** A part of an account's history: the state before the first entry, changes of use in order, and edits. */
    public record Page(AccountState base, List<RateChange> changes, List<Edit> edits) implements Paged.Page {
        public static Page of(AccountState base, List<CustomerEntry> entries) {
            List<RateChange> changes = new ArrayList<>(entries.size());
            List<Edit> edits = new ArrayList<>(0);
            for (CustomerEntry entry : entries) {
                if (entry instanceof RateChange change) {
                    changes.add(change);
                } else {
                    edits.add((Edit) entry);
                }
            }
            return new Page(base, changes, edits);
        }

        public List<CustomerEntry> entries() {
            List<CustomerEntry> entries = new ArrayList<>(changes.size() + edits.size());
            entries.addAll(changes);
            entries.addAll(edits);
            entries.sort(CustomerEntry.ORDER);
            return entries;
        }

        /** Returns the same entries after another base state. */
        public Page after(AccountState state) {
            return new Page(state, changes, edits);
        }

        /** The state after the last entry. */
        public AccountState last(HalfLife halfLife) {
            return base.after(entries(), halfLife);
        }

        @Override
        public long newest() {
            return Math.max(newest(changes), newest(edits));
        }

        private static long newest(List<? extends CustomerEntry> entries) {
            return entries.isEmpty()
                    ? AccountState.NEVER
                    : entries.get(entries.size() - 1).at();
        }
    }
}
