package io.fairstream.simulation;

import io.fairstream.simulation.history.Sent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Looks for the shortest history that still fails: takes records away, larger parts first, and faults. What happens when changes with each
 * record that is taken away, so another failure than the first one will do as well.
 */
public final class Shrinking {
    /** Maximum number of plans that are tried. */
    public static final int MAX_TRIES = 400;

    private final Function<Plan, Result> runs;
    private int tries;
    private Result smallest;

    private Shrinking(Result failure, Function<Plan, Result> runs) {
        this.smallest = failure;
        this.runs = runs;
    }

    /**
     * The smallest failure found, the given one if there is none that is smaller.
     *
     * @param runs runs a plan
     */
    public static Result shrink(Result failure, Function<Plan, Result> runs) {
        Shrinking shrinking = new Shrinking(failure, runs);
        shrinking.takeFaults();
        shrinking.takeRecords();
        shrinking.takeFaults();
        return shrinking.smallest;
    }

    private boolean fails(Plan plan) {
        if (tries == MAX_TRIES) {
            return false;
        }
        tries++;
        Result result = runs.apply(plan);
        if (!result.holds()) {
            smallest = result;
        }
        return !result.holds();
    }

    private void takeFaults() {
        for (int faults = 0; faults < smallest.plan().faults(); faults++) {
            if (fails(smallest.plan().with(faults))) {
                return;
            }
        }
    }

    private void takeRecords() {
        for (int part = Math.max(1, records().size() / 2); part >= 1; part = part == 1 ? 0 : part / 2) {
            for (int from = 0; from < records().size(); ) {
                List<Sent> fewer = new ArrayList<>(records().subList(0, from));
                fewer.addAll(records()
                        .subList(
                                Math.min(records().size(), from + part),
                                records().size()));
                if (!fails(smallest.plan().with(fewer))) {
                    from += part;
                }
            }
        }
    }

    private List<Sent> records() {
        return smallest.plan().records();
    }
}
