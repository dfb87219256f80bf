package io.fairstream.query.shares;

import io.fairstream.query.columns.Numbers;
import io.fairstream.rules.Names;
import io.fairstream.rules.Names.BankPaths;
import io.fairstream.rules.Rejection;
import io.fairstream.schemas.Allocation;
import io.fairstream.schemas.AllocationUnit;
import io.fairstream.streams.avro.AvroRecords;
import io.fairstream.streams.usage.ProjectStage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks of allocations: of each by itself, and of all together. */
public final class AllocationCheck {
    private static final Pattern MAIL = Pattern.compile("[^@\\s\\p{Cntrl}]+@[^@\\s\\p{Cntrl}]+");

    private AllocationCheck() {}

    /** Returns true if the target is the path of a bank or of a user in it, and no project. */
    public static boolean isPath(String target) {
        return io.fairstream.rules.usage.Allocation.isPath(target);
    }

    /** Returns the unit of a path's allocation; null with a project. */
    static @Nullable AllocationUnit unit(Allocation allocation) {
        AllocationUnit unit = allocation.getUnit();
        return unit == null && isPath(allocation.getTarget()) ? AllocationUnit.CPU : unit;
    }

    /** Returns the reason why the allocation is impossible by itself, as the topology would refuse it; null if it is not. */
    public static @Nullable String refusal(Allocation allocation) {
        Rejection refused = Objects.requireNonNull(AvroRecords.value(ProjectStage.ALLOCATION, allocation))
                .refusal();
        if (refused != null) {
            String suffix = ", target " + Names.shown(allocation.getTarget());
            String detail = refused.detail();
            return detail.endsWith(suffix) ? detail.substring(0, detail.length() - suffix.length()) : detail;
        }
        return allocation.getContacts().stream()
                .filter(contact -> !MAIL.matcher(contact).matches())
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
