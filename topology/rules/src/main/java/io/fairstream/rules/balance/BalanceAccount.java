package io.fairstream.rules.balance;

import io.fairstream.rules.HostUsage;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.Rejection.Reason;
import io.fairstream.rules.Sums;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.balance.Allocation.AllocationBalance;
import io.fairstream.rules.balance.Allocation.Balance;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Charges of one target, and its balance if it has an allocation.
 *
 * <p>Work counts in proportion to the time of its interval: the journal charges it hour by hour. Charges are kept by UTC hour, and an
 * allocation is charged from the hour in which it starts. With a cap, what a balance loses to it depends on when it was charged;
 * an hour's charges are taken off at its begin, so that neither their order nor late ones matter, and an hour of which all is
 * taken back was never charged. Charges come in any order, before or after the allocation. Mutable; one owner.
 *
 * <p>Source: the linear-bounded model of BOINC's allocations, balances that grow at a rate up to a bound.
 */
public final class BalanceAccount {
    /** Before anything. */
    public static final long NEVER = Long.MIN_VALUE;

    static final long HOUR = Duration.ofHours(1).toMillis();

    private final ChargeUnit by;
    private @Nullable Allocation allocation;
    private @Nullable AllocationBalance base;
    private final TreeMap<Long, Long> hours;
    private long known;

    /** A target of which nothing is known. */
    public BalanceAccount(ChargeUnit by) {
        this(by, null, null, Collections.emptySortedMap(), NEVER);
    }

    /**
     * An account as it was kept.
     *
     * @param base the account before the first of the hours, or null at the start of the allocation
     * @param hours charges by hour, MFLOP or microseconds
     * @param known since when charges are known by hour, milliseconds since 1970 UTC; {@link #NEVER} when none was forgotten
     */
    public BalanceAccount(
            ChargeUnit by,
            @Nullable Allocation allocation,
            @Nullable AllocationBalance base,
            SortedMap<Long, Long> hours,
            long known) {
        this.by = by;
        this.allocation = allocation;
        this.base = base;
        this.hours = new TreeMap<>(hours);
        this.known = known;
    }

    /** All there is to an account, to keep it; see the constructor. */
    public record Snapshot(
            @Nullable Allocation allocation,
            @Nullable AllocationBalance base,
            SortedMap<Long, Long> hours,
            long known) {}

    /** An account as it was kept. */
    public static BalanceAccount of(ChargeUnit by, Snapshot kept) {
        return new BalanceAccount(by, kept.allocation, kept.base, kept.hours, kept.known);
    }

    public Snapshot snapshot() {
        return new Snapshot(allocation, base, hours(), known);
    }

    public @Nullable Allocation allocation() {
        return allocation;
    }

    public @Nullable AllocationBalance base() {
        return base;
    }

    public SortedMap<Long, Long> hours() {
        return Collections.unmodifiableSortedMap(hours);
    }

    /** The begin of the last hour that was charged, milliseconds since 1970 UTC; {@link #NEVER} when none is known. */
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

    /**
     * Takes in work for the target.
     *
     * @param to end of its interval, milliseconds since 1970 UTC
     */
    public void charge(long to, HostUsage work) {
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

    /**
     * Gives the target an allocation, which begins anew at its start with its initial balance.
     *
     * @return the refusal of one that starts before what is known, or null
     */
    public @Nullable Rejection allocate(Allocation given) {
        Rejection refused = refusal(given);
        if (refused == null && !given.equals(allocation)) {
            allocation = given;
            base = null;
        }
        return refused;
    }

    /** The refusal of an allocation that starts before what is known, or null. */
    @Nullable
    Rejection refusal(Allocation given) {
        return given.equals(allocation) || known == NEVER || hour(given.start()) >= hour(known)
                ? null
                : new Rejection(
                        Reason.TOO_LATE,
                        String.format(
                                "start: %s (expected: %s or later; what target %s was charged before is known as a sum only)",
                                Instant.ofEpochMilli(given.start()), Instant.ofEpochMilli(known), given.target()));
    }

    /** Takes the target's allocation away. */
    public void withdraw() {
        allocation = null;
        base = null;
    }

    /**
     * The balance at the begin of the last hour that was charged, from which on it holds, or at the start, whichever is later;
     * null without an allocation.
     */
    public @Nullable Balance balance() {
        if (allocation == null) {
            return null;
        }
        AllocationBalance now = base == null ? AllocationBalance.begin(allocation) : base;
        return new Balance(allocation, settle(now, allocation, hours.tailMap(hour(allocation.start()))));
    }

    /**
     * Returns the charges of each of the last UTC days, up to and including the day of the last charged hour; each hour counts on
     * its own day.
     */
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

    private AllocationBalance settle(AllocationBalance start, Allocation given, Map<Long, Long> charges) {
        AllocationBalance now = start;
        for (Map.Entry<Long, Long> charge : charges.entrySet()) {
            now = now.advance(given, charge.getKey() * HOUR).charge(by.amount(charge.getValue()));
        }
        return now;
    }

    /**
     * Forgets the hours that end at that instant or before; their charges stay in the balance.
     *
     * @param oldest no charge of that time or earlier comes any more, milliseconds since 1970 UTC
     */
    public void forgetBefore(long oldest) {
        SortedMap<Long, Long> old = hours.headMap(hour(oldest));
        if (old.isEmpty()) {
            return;
        }
        known = (old.lastKey() + 1) * HOUR;
        if (allocation != null) {
            long first = Math.max(old.firstKey(), hour(allocation.start()));
            SortedMap<Long, Long> counting = first > old.lastKey() ? Collections.emptySortedMap() : old.tailMap(first);
            AllocationBalance begin = base == null ? AllocationBalance.begin(allocation) : base;
            base = counting.isEmpty() ? base : settle(begin, allocation, counting);
        }
        old.clear();
    }

    /** Unit in which an allocation is charged; the open question of Science United's note. */
    public enum ChargeUnit {
        /** The work that was done; allocations are in FLOPs. */
        FLOPS(1e6, "FLOPs") {
            @Override
            public long units(HostUsage work) {
                return Sums.add(work.cpuMflop(), work.gpuMflop());
            }
        },
        /** The time of CPUs and GPUs; allocations are in seconds. */
        SECONDS(1e-6, "s") {
            @Override
            public long units(HostUsage work) {
                return Sums.add(work.cpuMicros(), work.gpuMicros());
            }
        };

        private final double perUnit;
        private final String unit;

        ChargeUnit(double perUnit, String unit) {
            this.perUnit = perUnit;
            this.unit = unit;
        }

        /** Name of the unit of allocations. */
        public String unit() {
            return unit;
        }

        /**
         * By the name of its unit.
         *
         * @throws IllegalArgumentException if there is none
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
        public abstract long units(HostUsage work);

        /** The same in the unit of allocations. */
        public double amount(long units) {
            return units * perUnit;
        }

        /** Converts an amount in the unit of allocations to whole units: MFLOP or microseconds. */
        public long unitsOf(double amount) {
            return Math.round(amount / perUnit);
        }
    }
}
