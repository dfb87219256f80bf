package io.fairstream.rules.usage;

import io.fairstream.rules.Bounds;
import io.fairstream.rules.Names;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.Rejection.Reason;
import io.fairstream.rules.Spending;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Resources granted to a target: an initial balance, and an accrual at the end of each interval. Amounts are in the unit of
 * {@link BalanceAccount.ChargeUnit} for a project, and in {@link Spending.Unit} for a bank or a user in it.
 *
 * @param target the project, or project/app; or the path of a bank or of a user in it after a slash
 * @param project empty with a path
 * @param app empty when the project, or a path, is the target
 * @param initialBalance at {@code start}
 * @param accrual amount added by each interval, 0 or more
 * @param interval length of an interval; one second makes an accrual a rate
 * @param start milliseconds since 1970 UTC
 * @param end when accrual ends, milliseconds since 1970 UTC, or null for never; the balance stays
 * @param cap balance at which accrual stops, or null for none
 * @param unit unit of a path's amounts, or null for {@link Spending.Unit#CPU}; null with a project
 * @param carryOver part of a balance above 0 that is left at the end of an interval, 0 to 1
 * @param thresholds per cent of what was granted at which a notice is written, ascending
 * @param contacts addresses of those who get the notices
 * @param whenSpent what follows when nothing is left
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
        @Nullable Double cap,
        Spending.@Nullable Unit unit,
        double carryOver,
        List<Integer> thresholds,
        List<String> contacts,
        WhenSpent whenSpent) {
    private static final int MAX_THRESHOLDS = 10;
    private static final int MAX_THRESHOLD = 1000;
    private static final int MAX_CONTACTS = 20;

    /** Longest address of a mailbox, bytes, as in RFC 5321. */
    private static final int MAX_CONTACT = 254;

    public Allocation {
        thresholds = List.copyOf(thresholds);
        contacts = List.copyOf(contacts);
    }

    /** Creates an allocation without thresholds, of which all that is unspent is carried over. */
    public Allocation(
            String target,
            String project,
            String app,
            double initialBalance,
            double accrual,
            Duration interval,
            long start,
            @Nullable Long end,
            @Nullable Double cap) {
        this(
                target,
                project,
                app,
                initialBalance,
                accrual,
                interval,
                start,
                end,
                cap,
                null,
                1,
                List.of(),
                List.of(),
                WhenSpent.NOTHING);
    }

    /** Consequence when nothing of an allocation is left. The names are those of the schema {@code WhenSpent}. */
    public enum WhenSpent {
        NOTHING,
        /** New jobs are held. */
        HOLD,
        /** New jobs are ordered after all others. */
        LOWER
    }

    /** Returns true if a target is the path of a bank or of a user in it. */
    public static boolean isPath(String target) {
        return target.startsWith("/");
    }

    /** Returns the target of a path such as {@code root/physics}. */
    public static String ofPath(String path) {
        return "/" + path;
    }

    /** Unit of a path's amounts. */
    public Spending.Unit unitOfPath() {
        return unit == null ? Spending.Unit.CPU : unit;
    }

    public static String target(String project, String app) {
        return app.isEmpty() ? project : project + "/" + app;
    }

    /** Returns the project of a target; of a path all of it. */
    public static String project(String target) {
        if (isPath(target)) {
            return target;
        }
        int slash = target.indexOf('/');
        return slash < 0 ? target : target.substring(0, slash);
    }

    /** Returns the app of a target, empty for a project or a path. */
    public static String app(String target) {
        if (isPath(target)) {
            return "";
        }
        int slash = target.indexOf('/');
        return slash < 0 ? "" : target.substring(slash + 1);
    }

    public @Nullable Rejection refusal() {
        return Rejection.first(
                isPath(target) ? refusalOfPath() : refusalOfProject(), refusalOfNumbers(), refusalOfNotices());
    }

    private @Nullable Rejection refusalOfPath() {
        String named = project.isEmpty() ? app : project;
        return Rejection.first(
                Names.refusalOfPath("target", target.substring(1)),
                named.isEmpty()
                        ? null
                        : Rejection.of(
                                Reason.KEY_MISMATCH, "project and app", Names.quoted(named), "none with a path"));
    }

    private @Nullable Rejection refusalOfProject() {
        String named = Names.quoted(target(project, app));
        boolean isNamed = target.equals(target(project, app));
        return Rejection.first(
                Names.refusalOfProject(project),
                Names.refusalUnlessEmpty("app", app),
                isNamed ? null : Rejection.of(Reason.KEY_MISMATCH, "target", Names.quoted(target), named),
                unit == null ? null : impossible(Reason.EDIT_IMPOSSIBLE, "unit", unit, "none with a project"));
    }

    private @Nullable Rejection refusalOfNotices() {
        if (!(carryOver >= 0 && carryOver <= 1)) {
            return impossible(Reason.NUMBER_IMPOSSIBLE, "carryOver", carryOver, "0 to 1");
        }
        if (carryOver < 1 && interval.compareTo(Duration.ofDays(1)) < 0) {
            return impossible(Reason.TIME_IMPOSSIBLE, "interval", interval, "a day or longer with carryOver below 1");
        }
        int last = 0;
        for (int threshold : thresholds) {
            if (threshold <= last || threshold > MAX_THRESHOLD || thresholds.size() > MAX_THRESHOLDS) {
                String expected = "at most " + MAX_THRESHOLDS + " ascending numbers from 1 to " + MAX_THRESHOLD;
                return impossible(Reason.NUMBER_IMPOSSIBLE, "threshold", threshold, expected);
            }
            last = threshold;
        }
        if (contacts.size() > MAX_CONTACTS) {
            return impossible(Reason.NUMBER_IMPOSSIBLE, "contacts", contacts.size(), "at most " + MAX_CONTACTS);
        }
        return contacts.stream()
                .map(contact -> Names.refusal("contacts", contact, MAX_CONTACT))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
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
    public record Balance(Allocation allocation, Course course) {
        private static final double SECOND = 1e3;

        /** Creates the balance of an allocation whose period began at its start. */
        public Balance(Allocation allocation, AllocationBalance settled) {
            this(allocation, Course.of(allocation, settled));
        }

        public AllocationBalance settled() {
            return course.settled();
        }

        /** The instant of the balance, milliseconds since 1970 UTC. */
        public long asOf() {
            return settled().at();
        }

        /** The balance in the allocation's unit. */
        public double amount() {
            return settled().balance(allocation);
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
            return new Balance(allocation, course.advance(allocation, instant));
        }

        /**
         * Forecast of the instant at which the balance is spent, if it is charged at an even rate from {@link #asOf} on and accruals
         * come evenly, too, or step by step if not all that is unspent is carried over. The balance falls at the rate while it is above
         * the cap, then at the rate less {@code accrual / interval}, or stays at the cap if more accrues than is charged, and at the rate
         * again after the allocation's end.
         *
         * @param perSecond rate of the charges, in the allocation's unit; below 0, where more was taken back than done, as 0
         * @return milliseconds since 1970 UTC; {@link #asOf} if it is spent already; null if it lasts beyond the year 9999
         */
        public @Nullable Long spentAt(double perSecond) {
            if (amount() <= 0) {
                return asOf();
            }
            double falling = Math.max(0, perSecond) / SECOND;
            if (allocation.carryOver() < 1) {
                return spentInSteps(falling);
            }
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

        /** Follows the balance from interval to interval until it is spent, or is the same after one as after the one before. */
        private @Nullable Long spentInSteps(double falling) {
            double before = Double.NaN;
            AllocationBalance now = settled();
            while (true) {
                double left = now.balance(allocation);
                double spent = now.at() + left / falling;
                long next = allocation.start()
                        + (allocation.intervals(now.at()) + 1)
                                * allocation.interval().toMillis();
                boolean isLast = next > (allocation.end() == null ? Bounds.LATEST : allocation.end());
                if (spent <= next || isLast || left == before) {
                    return spent <= (isLast ? Bounds.LATEST : next) ? (Long) Math.round(spent) : null;
                }
                before = left;
                now = now.charge(falling * (next - now.at())).advance(allocation, next);
            }
        }
    }

    /**
     * State of an allocation's account at an instant. Amounts are in the allocation's unit.
     *
     * @param at milliseconds since 1970 UTC
     * @param accrued sum of accruals since the start, less what expired
     * @param withheld sum of accruals lost to the cap, and of what expired
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

        /**
         * Advances to a later instant without charges in between. Accruals stop at the cap; at the end of an interval what is not carried
         * over expires first.
         */
        AllocationBalance advance(Allocation allocation, long later) {
            if (later <= at) {
                return this;
            }
            if (allocation.carryOver() < 1) {
                return advanceWithExpiry(allocation, later);
            }
            double owed = allocation.accrual() * (allocation.intervals(later) - allocation.intervals(at));
            Double cap = allocation.cap();
            double room = cap == null ? owed : Math.max(0, cap - balance(allocation));
            double added = Math.min(owed, room);
            return new AllocationBalance(later, accrued + added, withheld + (owed - added), charged);
        }

        private AllocationBalance advanceWithExpiry(Allocation allocation, long later) {
            double balance = balance(allocation);
            double most = allocation.cap() == null ? Double.MAX_VALUE : allocation.cap();
            long ends = allocation.intervals(later) - allocation.intervals(at);
            double now = balance;
            double before = Double.NaN;
            for (long passed = 0; passed < ends && now != before; passed++) {
                before = now;
                double kept = now > 0 ? now * allocation.carryOver() : now;
                now = kept + Math.min(allocation.accrual(), Math.max(0, most - kept));
            }
            double added = now - balance;
            return new AllocationBalance(
                    later, accrued + added, withheld + (ends * allocation.accrual() - added), charged);
        }

        AllocationBalance charge(double amount) {
            return new AllocationBalance(at, accrued, withheld, charged + amount);
        }
    }
}
