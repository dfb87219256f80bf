package io.fairstream.query.priority;

import io.fairstream.schemas.Priority;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * Selection and order of the listed rows.
 *
 * @param columns what is shown of each; by the first of effective priority and total usage that is among them the rows are
 *     sorted, otherwise by name
 */
public record Listing(Layout layout, boolean rollUp, Set<Column> columns, Predicate<Priority> shown) {
    private static final String INDENT = "  ";
    private static final int SECONDS_PER_HOUR = 3600;

    /** Arrangement of groups and submitters. */
    public enum Layout {
        /** A single list. */
        FLAT,
        /** Groups first, from the top of the tree to its leaves. */
        GROUPS_FIRST,
        /** Submitters below their groups; the root is last. */
        TREE
    }

    /** Returns true if anything was used at that instant or later. */
    static boolean isActive(Priority row, Instant since) {
        Instant last = row.getLastUsage();
        return last != null && !last.isBefore(since);
    }

    /** Returns the listed rows; all must have been evaluated at the same instant. */
    List<ListedRow> rows(Collection<Priority> evaluated) {
        Collection<Priority> rows = rollUp ? rolledUp(evaluated) : evaluated;
        Groups groups = new Groups(rows);
        List<Priority> chosen = rows.stream().filter(shown).toList();
        if (layout == Layout.TREE && groups.exist()) {
            return new Tree(groups, chosen).rows();
        }
        List<Priority> all = chosen.stream()
                .filter(row -> groups.exist() || !Groups.isRoot(row))
                .toList();
        List<Priority> sorted = layout == Layout.GROUPS_FIRST
                ? all.stream().sorted(groupsFirst(groups)).toList()
                : ordered(all);
        return sorted.stream()
                .map(row -> listed(row, row.getCustomer(), groups))
                .toList();
    }

    /** A row together with its sort key: without it, most comparisons of a hundred thousand rows would miss the processor's cache. */
    private record Sorted(double by, String name, Priority row) implements Comparable<Sorted> {
        @Override
        public int compareTo(Sorted other) {
            int order = Double.compare(by, other.by);
            return order == 0 ? name.compareTo(other.name) : order;
        }
    }

    private List<Priority> ordered(List<Priority> rows) {
        ToDoubleFunction<Priority> by = sortedBy();
        return rows.stream()
                .map(row -> new Sorted(by.applyAsDouble(row), row.getCustomer(), row))
                .sorted()
                .map(Sorted::row)
                .toList();
    }

    /** Returns the sort key; constant if only the name counts. */
    private ToDoubleFunction<Priority> sortedBy() {
        if (columns.contains(Column.EFFECTIVE_PRIORITY)) {
            return Priority::getEffectivePriority;
        }
        return columns.contains(Column.TOTAL_USAGE) ? Priority::getWeightedAccumulatedUsage : row -> 0;
    }

    private static List<Priority> rolledUp(Collection<Priority> rows) {
        Groups groups = new Groups(rows);
        return rows.stream().map(groups::rolledUp).toList();
    }

    private Comparator<Priority> order() {
        return Comparator.comparingDouble(sortedBy()).thenComparing(Priority::getCustomer);
    }

    /** Orders by level, the root first; within a level by name, which keeps the children of a group together. */
    private Comparator<Priority> groupsFirst(Groups groups) {
        Comparator<Priority> breadthFirst = Comparator.comparing((Priority row) -> !Groups.isRoot(row))
                .thenComparing(groups::depth)
                .thenComparing(row -> row.getCustomer().toLowerCase(Locale.ROOT));
        Comparator<Priority> submitters = order();
        return (one, other) -> {
            if (one.getGroup() != other.getGroup()) {
                return one.getGroup() ? -1 : 1;
            }
            return (one.getGroup() ? breadthFirst : submitters).compare(one, other);
        };
    }

    private ListedRow listed(Priority row, String name, Groups groups) {
        Optional<Priority> group = row.getGroup() ? Optional.of(row) : groups.parent(row);
        double order = group.filter(it -> !Groups.isRoot(it)).map(this::order).orElse(Double.POSITIVE_INFINITY);
        return ListedRow.of(row, name, groups.id(row), order);
    }

    private double order(Priority group) {
        return columns.contains(Column.EFFECTIVE_PRIORITY) || !columns.contains(Column.TOTAL_USAGE)
                ? group.getEffectivePriority()
                : group.getWeightedAccumulatedUsage() / SECONDS_PER_HOUR;
    }

    /** Tree layout. Groups that are not selected are shown above selected members. */
    private final class Tree {
        private final Groups groups;
        private final Set<String> wanted = new HashSet<>();
        private final List<ListedRow> rows = new ArrayList<>();

        Tree(Groups groups, List<Priority> chosen) {
            this.groups = groups;
            for (Priority row : chosen) {
                Optional<Priority> up = Optional.of(row);
                while (up.isPresent() && wanted.add(up.get().getCustomer())) {
                    up = groups.parent(up.get()).filter(group -> !Groups.isRoot(group));
                }
            }
        }

        List<ListedRow> rows() {
            sorted(groups.top(), true).forEach(group -> add(group, ""));
            List<Priority> others = sorted(groups.top(), false);
            groups.root()
                    .filter(root -> !others.isEmpty() || wanted.contains(root.getCustomer()))
                    .ifPresent(root -> rows.add(listed(root, root.getCustomer(), groups)));
            others.forEach(row -> rows.add(listed(row, INDENT + row.getCustomer(), groups)));
            return rows;
        }

        private void add(Priority group, String indent) {
            rows.add(listed(group, indent + group.getCustomer(), groups));
            for (Priority row : sorted(groups.members(group), false)) {
                rows.add(listed(row, indent + INDENT + within(group, row), groups));
            }
            sorted(groups.members(group), true).forEach(below -> add(below, indent + INDENT));
        }

        private List<Priority> sorted(List<Priority> members, boolean areGroups) {
            return ordered(members.stream()
                    .filter(row -> row.getGroup() == areGroups && wanted.contains(row.getCustomer()))
                    .toList());
        }

        /** Returns the name without its group, which is shown above it. */
        private String within(Priority group, Priority row) {
            String name = row.getCustomer();
            int length = group.getCustomer().length();
            return name.length() > length + 1
                            && name.charAt(length) == '.'
                            && name.substring(0, length).equalsIgnoreCase(group.getCustomer())
                    ? name.substring(length + 1)
                    : name;
        }
    }
}
