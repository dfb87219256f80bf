package io.fairstream.query.usage;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Report;
import io.fairstream.query.usage.PayerLines.By;
import io.fairstream.query.usage.PayerLines.Line;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Layout of the node time of payers.
 *
 * @param isTree banks with the sums of their descendants; not by user
 * @param limit maximum number of rows; null for all, and in a tree; the sum is of all
 * @param isChart with bars, for people only
 */
public record PayerColumns(By by, boolean isTree, @Nullable Integer limit, boolean isChart, TimeColumns time) {
    private static final int LONGEST_BAR = 20;

    /**
     * One of the amounts of a line.
     *
     * @param suffix of the name of its column, after the unit
     * @param header for people
     */
    record Amount(String suffix, String header) {}

    Report<Line> report(PayerLines payers, List<Amount> amounts) {
        List<Line> lines = isTree ? payers.tree(by == By.ASSOCIATION) : payers.lines(by);
        List<Line> shown = limit == null ? lines : lines.subList(0, Math.min(limit, lines.size()));
        Line total = payers.total();
        Columns<Line> columns = new Columns<>();
        if (by != By.USER) {
            columns.text("bank", this::indented, Line::bank);
        }
        if (by != By.BANK) {
            columns.text("user", Line::user);
        }
        for (int i = 0; i < amounts.size(); i++) {
            int index = i;
            Amount amount = amounts.get(i);
            time.nodeTime(
                    columns,
                    amount.suffix,
                    amount.header,
                    line -> line.amounts().get(index),
                    total.amounts().get(index));
        }
        if (isChart) {
            columns.text("chart", bar(shown)).headed("");
        }
        return columns.report(shown).withSum(total);
    }

    private @Nullable String indented(Line line) {
        String bank = line.bank();
        return isTree && bank != null ? "  ".repeat(line.depth()) + bank.substring(bank.lastIndexOf('/') + 1) : bank;
    }

    /** Returns a bar; the largest row has the longest one, the sum has none. */
    private static Function<Line, @Nullable Object> bar(List<Line> lines) {
        double most = lines.stream()
                .map(Line::amount)
                .reduce(BigDecimal.ZERO, BigDecimal::max)
                .doubleValue();
        return line -> line.isTotal() || most == 0
                ? null
                : "█".repeat((int) Math.round(LONGEST_BAR * line.amount().doubleValue() / most));
    }
}
