package io.fairstream.rules.usage;

import io.fairstream.rules.Bounds;
import io.fairstream.rules.Names;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.Rejection.Reason;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Work granted to a target: an initial balance, and an accrual at the end of each interval. Amounts are in the unit of
 * {@link BalanceAccount.ChargeUnit}.
 *
 * @param target the project, or project/app
 * @param app empty when the project is the target
 * @param initialBalance at {@code start}
 * @param accrual amount added by each interval, 0 or more
 * @param interval length of an interval; one second makes an accrual a rate
 * @param start milliseconds since 1970 UTC
 * @param end when accrual ends, milliseconds since 1970 UTC, or null for never; the balance stays
 * @param cap balance at which accrual stops, or null for none
 */
public record Allocation(
        String target,
        String project,
        String app,
        double initialBalance,
        double accrual,
        Duration interval,
        long start,
        @Nullable Long end,
        @Nullable Double cap) {
    public static String target(String project, String app) {
        return app.isEmpty() ? project : project + "/" + app;
    }

    public static String project(String target) {
        int slash = target.indexOf('/');
        return slash < 0 ? target : target.substring(0, slash);
    }

    /** Returns the app of a target, empty for a project. */
    public static String app(String target) {
        int slash = target.indexOf('/');
        return slash < 0 ? "" : target.substring(slash + 1);
    }

    public @Nullable Rejection refusal() {
        String named = Names.quoted(target(project, app));
        boolean isNamed = target.equals(target(project, app));
        return Rejection.first(
                Names.refusalOfProject(project),
                Names.refusalUnlessEmpty("app", app),
                isNamed ? null : Rejection.of(Reason.KEY_MISMATCH, "target", Names.quoted(target), named),
                refusalOfNumbers());
    }

    private @Nullable Rejection refusalOfNumbers() {
        if (!(Math.abs(initialBalance) <= Bounds.AMOUNT)) {
            return impossible(Reason.NUMBER_IMPOSSIBLE, "initialBalance", initialBalance, "-1e30 to 1e30");
        }
        if (!(accrual >= 0 && accrual <= Bounds.AMOUNT)) {
            return impossible(Reason.NUMBER_IMPOSSIBLE, "accrual", accrual, "0 to 1e30");
        }
        if (cap != null && !(Math.abs(cap) <= Bounds.AMOUNT)) {
            return impossible(Reason.NUMBER_IMPOSSIBLE, "cap", cap, "-1e30 to 1e30, or none");
        }
        if (interval.toMillis() < 1) {
            return impossible(Reason.TIME_IMPOSSIBLE, "interval", interval, "1 ms or more");
        }
        Instant begin = Instant.ofEpochMilli(start);
        String latest = "at most " + Instant.ofEpochMilli(Bounds.LATEST);
        if (start < 0 || start > Bounds.LATEST) {
            return start < 0
                    ? impossible(Reason.BEFORE_1970, "start", begin, "1970 or later")
                    : impossible(Reason.TIME_IMPOSSIBLE, "start", begin, latest);
        }
        if (end == null || (end > start && end <= Bounds.LATEST)) {
            return null;
        }
        String expected = end > Bounds.LATEST ? latest + ", or none" : "after start, " + begin;
        return impossible(Reason.TIME_IMPOSSIBLE, "end", Instant.ofEpochMilli(end), expected);
    }

    private Rejection impossible(Reason reason, String what, Object value, String expected) {
        return Rejection.of(reason, what, value, expected).about("target", target);
    }

    /**
     * Computes the number of intervals that have ended at an instant: {@code floor((min(t, end) - start) / interval)}, 0 before
     * the start.
     */
    public long intervals(long at) {
        long until = end == null ? at : Math.min(at, end);
        return Math.max(0, Math.floorDiv(until - start, interval.toMillis()));
    }

    /** Balance of a target at an instant and until the next charge: {@code balance = initialBalance + accrued - charged}. */
    public record Balance(Allocation allocation, AllocationBalance settled) {
        private static final double SECOND = 1e3;

        /** The instant of the balance, milliseconds since 1970 UTC. */
        public long asOf() {
            return settled.at();
        }

        /** The balance in the allocation's unit. */
        public double amount() {
            return settled.balance(allocation);
        }

        /**
         * The balance at an instant, milliseconds since 1970.
         *
         * @throws IllegalArgumentException if the instant is before {@link #asOf}
         */
        public Balance at(long instant) {
            if (instant < asOf()) {
                throw new IllegalArgumentException(String.format(
                        "at: %s (expected: %s or later, to which target %s is charged)",
                        Instant.ofEpochMilli(instant), Instant.ofEpochMilli(asOf()), allocation.target()));
            }
            return new Balance(allocation, settled.advance(allocation, instant));
        }

        /**
         * Forecast of the instant at which the balance is spent, if it is charged at an even rate from {@link #asOf} on and accruals
         * come evenly, too. The balance falls at the rate while it is above the cap, then at the rate less {@code accrual / interval}, or
         * stays at the cap if more accrues than is charged, and at the rate again after the allocation's end.
         *
         * @param perSecond rate of the charges, in the allocation's unit; below 0, where more was taken back than done, as 0
         * @return milliseconds since 1970 UTC; {@link #asOf} if it is spent already; null if it lasts beyond the year 9999
         */
        public @Nullable Long spentAt(double perSecond) {
            if (amount() <= 0) {
                return asOf();
            }
            double falling = Math.max(0, perSecond) / SECOND;
            double cap = allocation.cap() == null ? Double.MAX_VALUE : Math.max(0, allocation.cap());
            double end = allocation.end() == null ? Bounds.LATEST : Math.max(asOf(), allocation.end());
            double below = amount() <= cap ? asOf() : Math.min(end, asOf() + (amount() - cap) / falling);
            double left = amount() - falling * (below - asOf());
            double net = falling
                    - (cap > 0 ? allocation.accrual() / allocation.interval().toMillis() : 0);
            double spent = below + left / net;
            if (!(net > 0 && spent <= end)) {
                spent = end + Math.min(left - net * (end - below), Math.max(left, cap)) / falling;
            }
            return spent <= Bounds.LATEST ? (Long) Math.round(spent) : null;
        }
    }

    /**
     * State of an allocation's account at an instant. Amounts are in the allocation's unit.
     *
     * @param at milliseconds since 1970 UTC
     * @param accrued sum of accruals since the start
     * @param withheld sum of accruals lost to the cap
     * @param charged sum of charges since the start
     */
    public record AllocationBalance(long at, double accrued, double withheld, double charged) {
        static AllocationBalance begin(Allocation allocation) {
            return new AllocationBalance(allocation.start(), 0, 0, 0);
        }

        /** {@code initial + accrued - charged}; below 0 if more work was charged than granted. */
        double balance(Allocation allocation) {
            return allocation.initialBalance() + accrued - charged;
        }

        /** Advances to a later instant without charges in between. Accruals stop at the cap. */
        AllocationBalance advance(Allocation allocation, long later) {
            if (later <= at) {
                return this;
            }
            double owed = allocation.accrual() * (allocation.intervals(later) - allocation.intervals(at));
            Double cap = allocation.cap();
            double room = cap == null ? owed : Math.max(0, cap - balance(allocation));
            double added = Math.min(owed, room);
            return new AllocationBalance(later, accrued + added, withheld + (owed - added), charged);
        }

        AllocationBalance charge(double amount) {
            return new AllocationBalance(at, accrued, withheld, charged + amount);
        }
    }
}
