package io.fairstream.simulation;

import java.util.List;

/**
 * Result of the run of a seed.
 *
 * @param steps of the run with faults
 * @param digest of its trace
 * @param faults that hit it
 * @param broken what does not hold, a line each; none if all does
 */
public record Result(Plan plan, long steps, String digest, List<Fault> faults, List<String> broken) {
    public long seed() {
        return plan.seed();
    }

    public boolean holds() {
        return broken.isEmpty();
    }
}
