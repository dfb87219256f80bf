package io.fairstream.reports.usage;

import io.fairstream.reports.columns.Columns;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * Columns of what rows were charged for and used.
 *
 * @param tres names of trackable resources
 * @param use of a row
 * @param whole of which percents are
 */
record UseColumns<R>(TimeColumns time, List<String> tres, Function<R, Use> use, Use whole) {
    private static final double MILLIJOULES = 1000;

    /** Allocated, reserved, and charged, their sum. */
    void addCharged(Columns<R> to) {
        add(to, "allocated", Use::allocated);
        add(to, "reserved", Use::reserved);
        add(to, "charged", Use::charged);
    }

    /** Blank where nothing was measured: no process uses no time at all. */
    void addUsed(Columns<R> to) {
        time.processorTime(
                to,
                "used",
                row -> use.apply(row).used() == 0
                        ? null
                        : Long.valueOf(use.apply(row).used()),
                row -> whole.used());
    }

    /** One for each trackable resource. */
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
