package io.fairstream.cli.userprio;

import io.fairstream.cli.terminal.Numbers;
import io.fairstream.cli.terminal.Table;
import io.fairstream.schemas.Priority;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Lines of the listing as a table. */
final class ListingTable {
    private final List<Column> columns;
    private final Table<Line> table = new Table<>();

    ListingTable(Set<Column> columns) {
        this.columns = columns.stream().sorted().toList();
        table.text("USER", "", Line::name);
        this.columns.forEach(column -> table.number(column.header(), "", column::cell));
    }

    /** The lines alone. */
    void print(List<Line> lines, PrintWriter out) {
        table.print(lines, false, out);
    }

    /** The lines, and below them how many submitters there are and what they use together; groups only repeat them. */
    void printWithTotals(List<Line> lines, PrintWriter out) {
        List<Priority> submitters =
                lines.stream().map(Line::row).filter(row -> !row.getGroup()).toList();
        List<@Nullable Object> totals = new ArrayList<>();
        totals.add("Number of users: " + submitters.size());
        for (Column column : columns) {
            totals.add(total(column, submitters));
        }
        table.printWithSums(lines, totals, out);
    }

    private static @Nullable Object total(Column column, List<Priority> submitters) {
        return switch (column) {
            case IN_USE -> Numbers.number(sum(submitters, Priority::getWeightInUse));
            case TOTAL_USAGE -> Column.hours(sum(submitters, Priority::getWeightedAccumulatedUsage));
            default -> null;
        };
    }

    private static double sum(List<Priority> rows, ToDoubleFunction<Priority> value) {
        return rows.stream().mapToDouble(value).sum();
    }
}
