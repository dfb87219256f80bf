package io.fairstream.query.priority;

import io.fairstream.schemas.Priority;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * A row of the listing, or the sums below it.
 *
 * @param row evaluated at the listing's instant; null for sums
 * @param name as shown, indented by its level in the tree
 * @param groupId number of the row's group, 0 for the root; null for sums
 * @param order sort key of the row's group; infinite for the root, which is last; null for sums
 * @param weightInUse slot weight
 * @param usage slot weight x seconds
 */
record ListedRow(
        @Nullable Priority row,
        String name,
        @Nullable Integer groupId,
        @Nullable Double order,
        double weightInUse,
        double usage) {
    static ListedRow of(Priority row, String name, int groupId, double order) {
        return new ListedRow(row, name, groupId, order, row.getWeightInUse(), row.getWeightedAccumulatedUsage());
    }

    /** Returns the total of the submitters; groups contain the same use again. */
    static ListedRow sum(List<ListedRow> rows) {
        List<Priority> submitters = rows.stream()
                .map(ListedRow::priority)
                .filter(row -> !row.getGroup())
                .toList();
        return new ListedRow(
                null,
                "Number of users: " + submitters.size(),
                null,
                null,
                sum(submitters, Priority::getWeightInUse),
                sum(submitters, Priority::getWeightedAccumulatedUsage));
    }

    private static double sum(List<Priority> rows, ToDoubleFunction<Priority> value) {
        return rows.stream().mapToDouble(value).sum();
    }

    /** Returns the priority of a row that is not a sum. */
    Priority priority() {
        return Objects.requireNonNull(row);
    }

    /** Returns a function for a value of the row; sums have none. */
    static Function<ListedRow, @Nullable Object> ofRow(Function<Priority, @Nullable Object> value) {
        return listed -> listed.row == null ? null : value.apply(listed.row);
    }
}
