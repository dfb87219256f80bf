package io.fairstream.simulation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Prints the digests of some seeds, which it runs from the last to the first. */
public final class DigestRun {
    private DigestRun() {}

    /**
     * Runs them.
     *
     * @param args how many seeds, from 1 on
     */
    public static void main(String[] args) {
        List<String> digests = new ArrayList<>();
        for (long seed = Long.parseLong(args[0]); seed >= 1; seed--) {
            digests.add(Simulation.run(seed).digest());
        }
        Collections.reverse(digests);
        System.out.println(String.join("\n", digests));
    }
}
