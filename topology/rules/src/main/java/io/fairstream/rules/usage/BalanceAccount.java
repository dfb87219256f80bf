package io.fairstream.rules.usage;

import io.fairstream.rules.HostUsage;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.Rejection.Reason;
import io.fairstream.rules.Spending.AmountUnit;
import io.fairstream.rules.Sums;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.usage.Allocation.Balance;
import io.fairstream.rules.usage.Course.Crossing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Charges of one target in one {@link ChargeUnit}, the same at each call, and its balance if it has an allocation.
 *
 * <p>Work is spread evenly over its interval: the journal charges it hour by hour. Charges are stored by UTC hour, and an allocation is
 * charged from the hour of its start. With a cap, the accruals lost depend on the time of the charges. All charges of an hour are therefore
 * deducted at its begin, so that their order and delay do not matter, and an hour whose charges are all taken back counts as never charged.
 * Charges may arrive in any order, before or after the allocation. Mutable; one owner.
 *
 * <p>Source: the linear-bounded model of BOINC's allocations, balances that grow at a rate up to a bound.
 */
public final class BalanceAccount {
    /** No charge yet. */
    public static final long NEVER = Long.MIN_VALUE;

    static final long HOUR = Duration.ofHours(1).toMillis();

    private @Nullable Allocation allocation;
    private @Nullable Course base;
    private final TreeMap<Long, Long> hours;
    private long known;
    private List<Crossing> reached;

    public BalanceAccount() {
        this(null, null, Collections.emptySortedMap(), NEVER, List.of());
    }

    /**
     * @param base the account before the first of the hours, or null at the start of the allocation
     * @param hours charges by hour, MFLOP or microseconds
     * @param known time since which charges are stored by hour, milliseconds since 1970 UTC; {@link #NEVER} if no hour was dropped
     * @param reached thresholds reached in the stored hours, as reported
     */
    public BalanceAccount(
            @Nullable Allocation allocation,
            @Nullable Course base,
            SortedMap<Long, Long> hours,
            long known,
            List<Crossing> reached) {
        this.allocation = allocation;
        this.base = base;
        this.hours = new TreeMap<>(hours);
        this.known = known;
        this.reached = List.copyOf(reached);
    }

    public @Nullable Allocation allocation() {
        return allocation;
    }

    public @Nullable Course base() {
        return base;
    }

    public List<Crossing> reached() {
        return reached;
    }

    public SortedMap<Long, Long> hours() {
        return Collections.unmodifiableSortedMap(hours);
    }

    /** Begin of the last charged hour, milliseconds since 1970 UTC; {@link #NEVER} if there is none. */
    long chargedIn() {
        return hours.isEmpty() ? NEVER : hours.lastKey() * HOUR;
    }

    /** True if there is no allocation and no charge is left. */
    boolean isEmpty() {
        return allocation == null && hours.isEmpty() && known == NEVER;
    }

    public long known() {
        return known;
    }

    /** Charges work of an interval that ends at {@code to}, milliseconds since 1970 UTC. */
    public void charge(ChargeUnit by, long to, HostUsage work) {
        long units = by.units(work);
        if (units != 0) {
            long hour = Math.max(UtcDays.hour(to), known == NEVER ? NEVER : hour(known));
            hours.merge(hour, units, Sums::add);
            hours.remove(hour, 0L);
        }
    }

    private static long hour(long at) {
        return Math.floorDiv(at, HOUR);
    }

    /** Gives the target an allocation, which starts again with its initial balance; returns its rejection, or null. */
    public @Nullable Rejection allocate(Allocation given) {
        Rejection refused = refusal(given);
        if (refused == null && !given.equals(allocation)) {
            allocation = given;
            base = null;
        }
        return refused;
    }

    /** Returns the rejection of an allocation that starts before the stored hours, or null. */
    @Nullable
    Rejection refusal(Allocation given) {
        if (given.equals(allocation) || known == NEVER || hour(given.start()) >= hour(known)) {
            return null;
        }
        String before = "what target " + given.target() + " was charged before is known as a sum only";
        String expected = Instant.ofEpochMilli(known) + " or later; " + before;
        return Rejection.of(Reason.TOO_LATE, "start", Instant.ofEpochMilli(given.start()), expected);
    }

    public void withdraw() {
        allocation = null;
        base = null;
    }

    /** Returns the changes of the thresholds reached since the last call. */
    public List<Course.Change> takeChanges(ChargeUnit by) {
        if (allocation == null || (allocation.thresholds().isEmpty() && reached.isEmpty())) {
            return List.of();
        }
        List<Crossing> now = new ArrayList<>();
        charged(by, allocation, hours.tailMap(hour(allocation.start())), now::add);
        List<Course.Change> changes = Crossing.changes(allocation, reached, now);
        reached = Crossing.updated(allocation, reached, now);
        return changes;
    }

    /** Returns the balance at the begin of the last charged hour or, if later, the allocation's start; null without an allocation. */
    public @Nullable Balance balance(ChargeUnit by) {
        if (allocation == null) {
            return null;
        }
        return new Balance(allocation, charged(by, allocation, hours.tailMap(hour(allocation.start())), any -> {}));
    }

    /** Returns the charges of each of the last UTC days, up to the day of the last charged hour; each hour counts on its own day. */
    public SortedMap<Long, Long> days(int last) {
        SortedMap<Long, Long> days = new TreeMap<>();
        if (!hours.isEmpty()) {
            long first = UtcDays.day(chargedIn()) - last + 1;
            hours.tailMap(hour(first * UtcDays.MILLIS))
                    .forEach((hour, units) -> days.merge(UtcDays.day(hour * HOUR), units, Sums::add));
            days.values().removeIf(units -> units == 0);
        }
        return days;
    }

    private Course charged(
            ChargeUnit by, Allocation given, SortedMap<Long, Long> charges, Consumer<Crossing> crossings) {
        SortedMap<Long, Double> amounts = new TreeMap<>();
        charges.forEach((hour, units) -> amounts.put(hour * HOUR, by.amount(units)));
        return (base == null ? Course.begin(given) : base).follow(given, amounts, HOUR, crossings);
    }

    /**
     * Drops the hours that end at or before an instant; their charges stay in the balance.
     *
     * @param oldest instant at or before which no more charges can arrive, milliseconds since 1970 UTC
     */
    public void forgetBefore(ChargeUnit by, long oldest) {
        SortedMap<Long, Long> old = hours.headMap(hour(oldest));
        if (old.isEmpty()) {
            return;
        }
        known = (old.lastKey() + 1) * HOUR;
        if (allocation != null) {
            long first = Math.max(old.firstKey(), hour(allocation.start()));
            SortedMap<Long, Long> counting = first > old.lastKey() ? Collections.emptySortedMap() : old.tailMap(first);
            base = counting.isEmpty() ? base : charged(by, allocation, counting, any -> {});
            reached = reached.stream().filter(each -> each.at() >= known).toList();
        }
        old.clear();
    }

    /** Unit of an allocation's charges; Science United's note leaves it open. */
    public enum ChargeUnit implements AmountUnit {
        /** Work; allocations are in FLOPs. */
        FLOPS(1e6, "FLOPs"),
        /** Time of CPUs and GPUs; allocations are in seconds. */
        SECONDS(1e-6, "s");

        private final double perUnit;
        private final String unit;

        ChargeUnit(double perUnit, String unit) {
            this.perUnit = perUnit;
            this.unit = unit;
        }

        @Override
        public String unit() {
            return unit;
        }

        @Override
        public double perUnit() {
            return perUnit;
        }

        /**
         * Charge unit of a unit.
         *
         * @throws IllegalArgumentException if no charge unit has a unit of this name
         */
        public static ChargeUnit ofUnit(String unit) {
            for (ChargeUnit by : values()) {
                if (by.unit.equals(unit)) {
                    return by;
                }
            }
            throw new IllegalArgumentException("unit: \"" + unit + "\" (expected: FLOPs or s)");
        }

        /** Returns the units charged for some work: MFLOP or microseconds. */
        public long units(HostUsage work) {
            return switch (this) {
                case FLOPS -> Sums.add(work.cpuMflop(), work.gpuMflop());
                case SECONDS -> Sums.add(work.cpuMicros(), work.gpuMicros());
            };
        }
    }
}
