package io.fairstream.query.usage;

import io.fairstream.query.columns.Columns;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * Columns of charges and usage.
 *
 * @param tres names of trackable resources
 * @param use of a row
 * @param whole 100 % of percentages
 */
record UseColumns<R>(TimeColumns time, List<String> tres, Function<R, Use> use, Use whole) {
    private static final double MILLIJOULES = 1000;

    /** Adds allocated, reserved, and their sum, charged. */
    void addCharged(Columns<R> to) {
        add(to, "allocated", Use::allocated);
        add(to, "reserved", Use::reserved);
        add(to, "charged", Use::charged);
    }

    /** Adds the used time; blank if it is 0, since no process uses no time, so that nothing was measured. */
    void addUsed(Columns<R> to) {
        time.processorTime(
                to,
                "used",
                row -> use.apply(row).used() == 0
                        ? null
                        : Long.valueOf(use.apply(row).used()),
                row -> whole.used());
    }

    /** Adds a column for each trackable resource. */
    void addTres(Columns<R> to) {
        for (int i = 0; i < tres.size(); i++) {
            int index = i;
            if (tres.get(i).equals(UseSum.ENERGY)) {
                to.number("energyMillijoules", row -> use.apply(row).tres(index))
                        .shownAs(row -> use.apply(row).tres(index) / MILLIJOULES)
                        .headed("ENERGY (J)");
            } else {
                add(to, tres.get(i), amounts -> amounts.tres(index));
            }
        }
    }

    private void add(Columns<R> to, String name, ToLongFunction<Use> micros) {
        time.processorTime(to, name, row -> micros.applyAsLong(use.apply(row)), row -> micros.applyAsLong(whole));
    }
}
