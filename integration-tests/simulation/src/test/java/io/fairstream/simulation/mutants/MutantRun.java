package io.fairstream.simulation.mutants;

import io.fairstream.simulation.Result;
import io.fairstream.simulation.Seeds;
import io.fairstream.simulation.Simulation;
import java.util.ArrayList;
import java.util.List;

/** Runs seeds from 1 on, in a process of its own, until one of them fails: prints the seed and what was broken, or nothing. */
public final class MutantRun {
    private MutantRun() {}

    /**
     * Runs them.
     *
     * @param args how many seeds at most
     */
    public static void main(String[] args) throws InterruptedException {
        List<Result> failures = new ArrayList<>();
        try {
            Seeds.run(1, Long.parseLong(args[0]), 1, Simulation::run, () -> !failures.isEmpty(), result -> {
                if (!result.holds()) {
                    failures.add(result);
                }
            });
        } catch (IllegalStateException e) {
            if (!(e.getCause() instanceof OutOfMemoryError)) {
                throw e;
            }
            // The mutant goes round in a circle until the heap is full.
            System.out.println("endless " + e.getMessage());
        }
        for (Result failure : failures) {
            System.out.println(failure.seed() + " "
                    + failure.broken().get(0).lines().findFirst().orElse(""));
        }
        System.exit(0);
    }
}
