package io.fairstream.query.priority;

import io.fairstream.schemas.Priority;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Tree of the accounting groups among some rows. Names of groups ignore case, as in HTCondor. The root, {@value #ROOT},
 * contains the top-level groups and everything without a group.
 */
final class Groups {
    static final String ROOT = io.fairstream.rules.priority.Groups.ROOT;

    private final Map<String, Priority> groups = new HashMap<>();
    private final Map<String, List<Priority>> members = new HashMap<>();
    private final Map<String, Integer> ids = new HashMap<>();

    Groups(Collection<Priority> rows) {
        rows.stream().filter(Priority::getGroup).forEach(row -> groups.put(key(row.getCustomer()), row));
        rows.stream()
                .filter(row -> !isRoot(row))
                .forEach(row -> members.computeIfAbsent(parentKey(row), key -> new ArrayList<>())
                        .add(row));
        TreeSet<String> names = new TreeSet<>(groups.keySet());
        names.remove(ROOT);
        names.forEach(name -> ids.put(name, ids.size() + 1));
    }

    static boolean isRoot(Priority row) {
        return row.getGroup() && row.getCustomer().equals(ROOT);
    }

    /** Returns true if there is a group other than the root. */
    boolean exist() {
        return !ids.isEmpty();
    }

    Optional<Priority> root() {
        return Optional.ofNullable(groups.get(ROOT));
    }

    /** Returns the parent group; empty for the root, for rows at the top, and if no groups are configured. */
    Optional<Priority> parent(Priority row) {
        return isRoot(row) ? Optional.empty() : Optional.ofNullable(groups.get(parentKey(row)));
    }

    /** Returns the rows directly in the group; the root also contains those in a group without a row. */
    List<Priority> members(Priority group) {
        return members.getOrDefault(key(group.getCustomer()), List.of());
    }

    /** Returns the rows at the top. */
    List<Priority> top() {
        return members.getOrDefault(ROOT, List.of());
    }

    /** Returns the number of the row's group, or of the group itself: from 1 in the order of the names, 0 for the root. */
    int id(Priority row) {
        String group = row.getGroup() ? key(row.getCustomer()) : parentKey(row);
        return ids.getOrDefault(group, 0);
    }

    /** Returns the number of groups above the group, without the root. */
    int depth(Priority group) {
        int depth = 0;
        for (Optional<Priority> up = parent(group); up.isPresent() && !isRoot(up.get()); up = parent(up.get())) {
            depth++;
        }
        return depth;
    }

    /** Returns a row with the uses and usages of its whole subtree; a submitter's row is unchanged. */
    Priority rolledUp(Priority row) {
        if (!row.getGroup()) {
            return row;
        }
        Priority.Builder sum = Priority.newBuilder(row);
        for (Priority member : members(row)) {
            if (member.getGroup()) {
                add(rolledUp(member), sum);
            }
        }
        return sum.build();
    }

    private static void add(Priority part, Priority.Builder sum) {
        sum.setResourcesInUse(sum.getResourcesInUse() + part.getResourcesInUse())
                .setWeightInUse(sum.getWeightInUse() + part.getWeightInUse())
                .setAccumulatedUsage(sum.getAccumulatedUsage() + part.getAccumulatedUsage())
                .setWeightedAccumulatedUsage(sum.getWeightedAccumulatedUsage() + part.getWeightedAccumulatedUsage())
                .setBeginUsage(either(sum.getBeginUsage(), part.getBeginUsage(), (a, b) -> a.isBefore(b) ? a : b))
                .setLastUsage(either(sum.getLastUsage(), part.getLastUsage(), (a, b) -> a.isAfter(b) ? a : b));
    }

    private static @Nullable Instant either(
            @Nullable Instant one, @Nullable Instant other, BinaryOperator<Instant> choice) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return choice.apply(one, other);
    }

    /** Returns the parent's key. The root is the parent if the row names no group, a group without a row, or a group below itself. */
    private String parentKey(Priority row) {
        String parent = row.getParent();
        if (parent == null || !groups.containsKey(key(parent)) || (row.getGroup() && isBelow(parent, row))) {
            return ROOT;
        }
        return key(parent);
    }

    private boolean isBelow(String group, Priority row) {
        String name = key(row.getCustomer());
        Priority up = groups.get(key(group));
        for (int level = 0; up != null && level <= groups.size(); level++) {
            if (key(up.getCustomer()).equals(name)) {
                return true;
            }
            up = up.getParent() == null ? null : groups.get(key(up.getParent()));
        }
        return up != null;
    }

    private static String key(String group) {
        return group.toLowerCase(Locale.ROOT);
    }
}
