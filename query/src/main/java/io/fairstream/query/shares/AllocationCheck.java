package io.fairstream.query.shares;

import io.fairstream.query.columns.Numbers;
import io.fairstream.rules.Names;
import io.fairstream.rules.Names.BankPaths;
import io.fairstream.rules.Rejection;
import io.fairstream.schemas.Allocation;
import io.fairstream.schemas.AllocationUnit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks of allocations: of each by itself, and of all together. */
public final class AllocationCheck {
    private static final Pattern MAIL = Pattern.compile("[^@\\s\\p{Cntrl}]+@[^@\\s\\p{Cntrl}]+");
    private static final int LONGEST_MAIL = 254;
    private static final int MAX_CONTACTS = 20;
    private static final int MAX_THRESHOLDS = 10;
    private static final int MAX_THRESHOLD = 1000;

    private AllocationCheck() {}

    /** Returns true if the target is the path of a bank or of a user in it, and no project. */
    public static boolean isPath(String target) {
        return target.startsWith("/");
    }

    /** Returns the unit of a path's allocation; null with a project. */
    static @Nullable AllocationUnit unit(Allocation allocation) {
        AllocationUnit unit = allocation.getUnit();
        return unit == null && isPath(allocation.getTarget()) ? AllocationUnit.CPU : unit;
    }

    /** Returns the reason why the allocation is impossible by itself; null if it is not. */
    public static @Nullable String refusal(Allocation allocation) {
        String target = allocation.getTarget();
        if (isPath(target)) {
            Rejection ofPath = Names.refusalOfPath("target", target.substring(1));
            if (ofPath != null) {
                return ofPath.detail();
            }
            if (!allocation.getProject().isEmpty() || !allocation.getApp().isEmpty()) {
                return expected("project", Names.quoted(allocation.getProject()), "none with a path");
            }
        } else if (allocation.getUnit() != null) {
            return expected("unit", allocation.getUnit(), "none with a project, whose unit is allocation.charge.unit");
        }
        String ofNumbers = refusalOfNumbers(allocation);
        return ofNumbers == null ? refusalOfNotices(allocation) : ofNumbers;
    }

    /** Returns the refusal by the rules of projects, which are those of paths too, except for the name. */
    private static @Nullable String refusalOfNumbers(Allocation allocation) {
        boolean isPath = isPath(allocation.getTarget());
        String target = isPath ? "path" : allocation.getTarget();
        Instant end = allocation.getEnd();
        Rejection refused = new io.fairstream.rules.usage.Allocation(
                        target,
                        isPath ? target : allocation.getProject(),
                        allocation.getApp(),
                        allocation.getInitialBalance(),
                        allocation.getAccrual(),
                        AllocationEdit.interval(allocation),
                        allocation.getStart().toEpochMilli(),
                        end == null ? null : (Long) end.toEpochMilli(),
                        allocation.getCap())
                .refusal();
        if (refused != null) {
            String suffix = ", target " + Names.shown(target);
            String detail = refused.detail();
            return detail.endsWith(suffix) ? detail.substring(0, detail.length() - suffix.length()) : detail;
        }
        double carryOver = allocation.getCarryOver();
        if (!(carryOver >= 0 && carryOver <= 1)) {
            return expected("carry-over", carryOver, "0 to 1");
        }
        Duration interval = AllocationEdit.interval(allocation);
        return carryOver < 1 && interval.compareTo(Duration.ofDays(1)) < 0
                ? expected("every", interval, "a day or longer with a carry-over below 1")
                : null;
    }

    private static @Nullable String refusalOfNotices(Allocation allocation) {
        List<Integer> thresholds = allocation.getThresholds();
        int before = 0;
        for (int threshold : thresholds) {
            if (threshold <= before || threshold > MAX_THRESHOLD) {
                return expected("thresholds", thresholds, "1 to " + MAX_THRESHOLD + ", ascending");
            }
            before = threshold;
        }
        if (thresholds.size() > MAX_THRESHOLDS) {
            return expected("thresholds", thresholds.size(), "at most " + MAX_THRESHOLDS);
        }
        List<String> contacts = allocation.getContacts();
        if (contacts.size() > MAX_CONTACTS) {
            return expected("contacts", contacts.size(), "at most " + MAX_CONTACTS);
        }
        return contacts.stream()
                .filter(contact -> contact.length() > LONGEST_MAIL
                        || !MAIL.matcher(contact).matches())
                .findFirst()
                .map(contact -> expected("contacts", Names.quoted(contact), "an e-mail address"))
                .orElse(null);
    }

    private static String expected(String what, Object value, String expected) {
        return what + ": " + value + " (expected: " + expected + ")";
    }

    /**
     * Returns the problems of allocations, by target.
     *
     * @param shares paths of the banks and users; null if these are unknown, so that targets are not looked up
     */
    public static List<String> problems(SortedMap<String, Allocation> allocations, @Nullable Set<String> shares) {
        List<String> problems = new ArrayList<>();
        allocations.forEach((target, allocation) -> {
            String refusal = refusal(allocation);
            if (refusal != null) {
                problems.add(target + ": " + refusal);
            }
            if (isPath(target) && shares != null && !shares.contains(target.substring(1))) {
                problems.add(target + ": not in shares (expected: the path of a bank, or of a user in it)");
            }
            String project = io.fairstream.rules.usage.Allocation.project(target);
            if (!isPath(target) && !target.equals(project) && allocations.containsKey(project)) {
                problems.add(target + ": beside one of " + project + " (expected: of a project, or of its apps)");
            }
        });
        problems.addAll(overdrawn(allocations, "granted", Allocation::getInitialBalance));
        problems.addAll(overdrawn(allocations, "a day accrued", AllocationCheck::perDay));
        return problems;
    }

    private static double perDay(Allocation allocation) {
        return allocation.getAccrual() * Duration.ofDays(1).toSeconds() / allocation.getInterval();
    }

    /** Returns the banks of whose grants those of their members are more; amounts of different units are not compared. */
    private static List<String> overdrawn(
            SortedMap<String, Allocation> allocations, String what, ToDoubleFunction<Allocation> amount) {
        SortedMap<String, List<Allocation>> members = new TreeMap<>();
        allocations.forEach((target, allocation) -> BankPaths.around(target).stream()
                .filter(bank -> isPath(target) && isOfUnit(allocations.get(bank), unit(allocation)))
                .findFirst()
                .ifPresent(bank ->
                        members.computeIfAbsent(bank, key -> new ArrayList<>()).add(allocation)));
        List<String> problems = new ArrayList<>();
        allocations.forEach((target, bank) -> {
            List<Allocation> below = members.getOrDefault(target, List.of());
            double sum = below.stream().mapToDouble(amount).sum();
            double own = amount.applyAsDouble(bank);
            if (!below.isEmpty() && sum > own && !Numbers.isNear(sum, own, 0)) {
                AllocationAmounts amounts = AllocationAmounts.of(bank);
                problems.add(target + ": " + amounts.text(sum) + " " + what + " to "
                        + (below.size() == 1 ? "1 member" : below.size() + " members") + " (expected: at most its own, "
                        + amounts.text(own) + ")");
            }
        });
        return problems;
    }

    private static boolean isOfUnit(@Nullable Allocation bank, @Nullable AllocationUnit unit) {
        return bank != null && unit(bank) == unit;
    }
}
