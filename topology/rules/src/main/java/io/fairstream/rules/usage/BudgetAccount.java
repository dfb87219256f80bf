package io.fairstream.rules.usage;

import io.fairstream.rules.Pages;
import io.fairstream.rules.Pages.Paged;
import io.fairstream.rules.Spending;
import io.fairstream.rules.Sums;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.journal.Entry.BudgetSpent;
import io.fairstream.rules.usage.Allocation.Balance;
import io.fairstream.rules.usage.Course.Crossing;
import io.fairstream.rules.usage.ProjectAccount.TargetState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Budget of a bank or of a user in it: what its jobs spent by UTC day, and its balance if it has an allocation. All charges of a day are
 * deducted at its begin, or at the allocation's start if that is later on this day, so that their order and delay do not matter. An
 * allocation may come after the charges. Old days go to pages. Mutable; one owner.
 */
public final class BudgetAccount extends Paged<BudgetAccount.Page> {
    private static final int MAX_DAYS = 16;
    private static final int PAGE_DAYS = 8;

    /** Number of days with charges in a row, enough for the rate of a week. */
    private static final int ROW_DAYS = 8;

    private @Nullable Allocation allocation;
    private @Nullable Course base;
    private final TreeMap<Long, Spending> days;
    private List<Crossing> reached;

    public BudgetAccount() {
        this(null, null, Collections.emptySortedMap(), List.of(), new Pages());
    }

    /**
     * @param base course of the allocation before the first of the days; null without pages or without an allocation
     * @param days spending by day, 0 is 1970-01-01
     * @param reached thresholds reached on these days, as reported
     * @param pages pages of the days before them
     */
    public BudgetAccount(
            @Nullable Allocation allocation,
            @Nullable Course base,
            SortedMap<Long, Spending> days,
            List<Crossing> reached,
            Pages pages) {
        super(pages);
        this.allocation = allocation;
        this.base = base;
        this.days = new TreeMap<>(days);
        this.reached = List.copyOf(reached);
    }

    public @Nullable Allocation allocation() {
        return allocation;
    }

    public @Nullable Course base() {
        return base;
    }

    public SortedMap<Long, Spending> days() {
        return Collections.unmodifiableSortedMap(days);
    }

    public List<Crossing> reached() {
        return reached;
    }

    /** Returns true if a charge of a day can be added without loading a page. */
    public boolean isInMemory(long day) {
        return pages().isEmpty() || (!days.isEmpty() && days.firstKey() <= day);
    }

    /** Adds a charge; its day must be {@linkplain #isInMemory in memory}. */
    public void charge(BudgetSpent charge) {
        long day = UtcDays.day(charge.from());
        if (!isInMemory(day)) {
            throw new IllegalStateException("a page must be loaded first: day " + day);
        }
        Spending sum = days.getOrDefault(day, Spending.EMPTY).plus(charge.spent());
        if (sum.isEmpty()) {
            days.remove(day);
        } else {
            days.put(day, sum);
        }
    }

    /** Gives the path an allocation, or takes it if null; all pages must be loaded. */
    public void allocate(@Nullable Allocation given) {
        if (!pages().isEmpty()) {
            throw new IllegalStateException("pages must be loaded first");
        }
        allocation = given;
        base = null;
    }

    /** True if there is nothing to store: no charge that was not taken back, no allocation and no report. */
    public boolean isEmpty() {
        return allocation == null && days.isEmpty() && reached.isEmpty() && pages().isEmpty();
    }

    /** Returns the state of the path; its balance is that at the begin of the last charged day, or at the allocation's start. */
    public @Nullable TargetState state(String target) {
        if (allocation == null) {
            return null;
        }
        Spending.Unit by = allocation.unitOfPath();
        Balance balance = new Balance(allocation, follow(allocation, days, any -> {}));
        SortedMap<Long, Long> last = new TreeMap<>();
        for (Map.Entry<Long, Spending> day : days.descendingMap().entrySet()) {
            if (last.size() < ROW_DAYS && by.units(day.getValue()) != 0) {
                last.put(day.getKey(), by.units(day.getValue()));
            }
        }
        return new TargetState(target, "", by, balance, last);
    }

    /** Returns the changes of the thresholds reached since the last call. */
    public List<Course.Change> takeChanges() {
        if (allocation == null || (allocation.thresholds().isEmpty() && reached.isEmpty())) {
            return List.of();
        }
        List<Crossing> now = new ArrayList<>();
        follow(allocation, days, now::add);
        List<Course.Change> changes = Crossing.changes(allocation, reached, now);
        reached = Crossing.updated(allocation, reached, now);
        return changes;
    }

    private Course follow(Allocation given, SortedMap<Long, Spending> some, Consumer<Crossing> crossings) {
        Spending.Unit by = given.unitOfPath();
        SortedMap<Long, Double> amounts = new TreeMap<>();
        some.tailMap(UtcDays.day(given.start())).forEach((day, spent) -> {
            if (by.units(spent) != 0) {
                amounts.put(Sums.product(day, UtcDays.MILLIS), by.amount(by.units(spent)));
            }
        });
        return (base == null ? Course.begin(given) : base).follow(given, amounts, UtcDays.MILLIS, crossings);
    }

    @Override
    public void loadPage(Page page) {
        base = allocation == null ? null : page.base();
        days.putAll(page.days());
        List<Crossing> all = new ArrayList<>(page.reached());
        all.addAll(reached);
        reached = List.copyOf(all);
    }

    /** Removes and returns the oldest days if there are too many in memory, else null; take the changes first. */
    @Override
    public @Nullable Page evictPage() {
        if (days.size() <= MAX_DAYS) {
            return null;
        }
        SortedMap<Long, Spending> old = new TreeMap<>();
        while (old.size() < PAGE_DAYS) {
            Map.Entry<Long, Spending> first = days.pollFirstEntry();
            old.put(first.getKey(), first.getValue());
        }
        long next = Sums.product(days.firstKey(), UtcDays.MILLIS);
        Page page = new Page(
                base, old, reached.stream().filter(each -> each.at() < next).toList());
        reached = reached.stream().filter(each -> each.at() >= next).toList();
        base = allocation == null ? null : follow(allocation, old, any -> {});
        return page;
    }

    /** Old days of a budget, the course of its allocation before them, and the thresholds reached on them. */
    public record Page(@Nullable Course base, SortedMap<Long, Spending> days, List<Crossing> reached) {}
}
