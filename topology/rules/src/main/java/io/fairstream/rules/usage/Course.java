package io.fairstream.rules.usage;

import io.fairstream.rules.usage.Allocation.AllocationBalance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Course of an allocation up to an instant: its balance, and its period. A period is an interval of a day or longer; without accrual, or
 * with shorter intervals, it lasts from the start of the allocation on. Immutable.
 *
 * @param settled the balance
 * @param periodStart begin of the period, milliseconds since 1970 UTC
 * @param granted balance at the begin of the period; with intervals below a day also the accruals since
 * @param chargedBefore sum of the charges before the period
 * @param reached number of thresholds reached in the period
 */
public record Course(AllocationBalance settled, long periodStart, double granted, double chargedBefore, int reached) {
    private static final double PERCENT = 100;

    static Course begin(Allocation allocation) {
        return new Course(AllocationBalance.begin(allocation), allocation.start(), allocation.initialBalance(), 0, 0);
    }

    /** Creates the course of an allocation whose period began at its start. */
    public static Course of(Allocation allocation, AllocationBalance settled) {
        return of(settled, allocation.start(), allocation.initialBalance() + settled.accrued(), 0);
    }

    static Course of(AllocationBalance settled, long periodStart, double granted, double chargedBefore) {
        return new Course(settled, periodStart, granted, chargedBefore, 0);
    }

    /** Sum of the charges in the period. */
    public double spent() {
        return settled.charged() - chargedBefore;
    }

    /** Advances to a later instant without charges in between. A new period begins at the end of each interval of a day or longer. */
    Course advance(Allocation allocation, long later) {
        if (later <= settled.at()) {
            return this;
        }
        AllocationBalance next = settled.advance(allocation, later);
        long intervals = allocation.intervals(later);
        if (!isPeriodic(allocation)) {
            double now = allocation.initialBalance() + next.accrued();
            return new Course(next, periodStart, now, chargedBefore, reached);
        }
        return intervals == allocation.intervals(settled.at())
                ? new Course(next, periodStart, granted, chargedBefore, reached)
                : new Course(
                        next,
                        allocation.start() + intervals * allocation.interval().toMillis(),
                        next.balance(allocation),
                        next.charged(),
                        0);
    }

    private static boolean isPeriodic(Allocation allocation) {
        return allocation.accrual() > 0 && allocation.interval().compareTo(Duration.ofDays(1)) >= 0;
    }

    private Course charge(Allocation allocation, double amount, long bucket) {
        Course now = new Course(settled.charge(amount), periodStart, granted, chargedBefore, reached);
        double due = isPeriodic(allocation) ? granted : now.advance(allocation, settled.at() + bucket).granted;
        List<Integer> thresholds = allocation.thresholds();
        int count = reached;
        while (count < thresholds.size() && now.spent() > 0 && now.spent() >= due * (thresholds.get(count) / PERCENT)) {
            count++;
        }
        return new Course(now.settled, periodStart, granted, chargedBefore, count);
    }

    /**
     * Follows the course over charges. With intervals below a day, what accrues within the hour or day of a charge is granted before a
     * threshold is reached.
     *
     * @param charges amounts by the begin of the hour or day in which they count, milliseconds since 1970 UTC
     * @param bucket length of this hour or day, milliseconds
     * @param reached takes each threshold reached on the way, in order
     */
    Course follow(Allocation allocation, SortedMap<Long, Double> charges, long bucket, Consumer<Crossing> reached) {
        Course now = this;
        for (var charge : charges.entrySet()) {
            Course before = now.advance(allocation, charge.getKey());
            now = before.charge(allocation, charge.getValue(), bucket);
            for (int i = before.reached; i < now.reached; i++) {
                int threshold = allocation.thresholds().get(i);
                long at = Math.max(charge.getKey(), now.periodStart);
                reached.accept(new Crossing(allocation.start(), now.periodStart, threshold, at));
            }
        }
        return now;
    }

    /**
     * Threshold of an allocation that was reached, at most once in a period.
     *
     * @param start start of the allocation, milliseconds since 1970 UTC
     * @param periodStart begin of the period, milliseconds since 1970 UTC
     * @param threshold per cent of what was granted
     * @param at when it was reached, milliseconds since 1970 UTC
     */
    public record Crossing(long start, long periodStart, int threshold, long at) {
        private boolean isOfSame(Crossing other) {
            return periodStart == other.periodStart && threshold == other.threshold;
        }

        /** Returns what was reported of other allocations, and what is right of this one. */
        static List<Crossing> updated(Allocation allocation, List<Crossing> reported, List<Crossing> now) {
            List<Crossing> updated = new ArrayList<>(reported);
            updated.removeIf(each -> each.start == allocation.start());
            updated.addAll(now);
            return List.copyOf(updated);
        }

        /** Returns the changes between what was reported of an allocation and what is right, ordered by period and threshold. */
        static List<Change> changes(Allocation allocation, List<Crossing> reported, List<Crossing> now) {
            List<Crossing> before = reported.stream()
                    .filter(each -> each.start == allocation.start())
                    .toList();
            List<Change> changes = new ArrayList<>();
            Set<Crossing> both = new HashSet<>(before);
            both.retainAll(now);
            for (Crossing crossing : now) {
                if (!both.contains(crossing)) {
                    Crossing was = find(before, crossing);
                    changes.add(new Change(was == null ? Kind.REACHED : Kind.MOVED, crossing, was));
                }
            }
            for (Crossing crossing : before) {
                if (!both.contains(crossing) && find(now, crossing) == null) {
                    changes.add(new Change(Kind.TAKEN_BACK, crossing, null));
                }
            }
            changes.sort(Comparator.comparing(Change::crossing, ORDER));
            return changes;
        }

        private static final Comparator<Crossing> ORDER =
                Comparator.comparingLong(Crossing::periodStart).thenComparingInt(Crossing::threshold);

        private static @Nullable Crossing find(Collection<Crossing> some, Crossing like) {
            return some.stream().filter(like::isOfSame).findFirst().orElse(null);
        }
    }

    /** Kind of a change. The names are those of the schema {@code NoticeKind}. */
    public enum Kind {
        REACHED,
        MOVED,
        TAKEN_BACK
    }

    /**
     * Change of what is known about a threshold.
     *
     * @param was what was reported before, if it is moved
     */
    public record Change(
            Kind kind, Crossing crossing, @Nullable Crossing was) {}
}
