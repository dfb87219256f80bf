package io.fairstream.simulation;

import java.util.Random;
import java.util.SplittableRandom;

/**
 * Random generators of a seed, one for each use. The first numbers of {@link Random} hardly differ between small seeds: the first
 * boolean of each seed from 1 to 4095 is {@code true}. So seeds are mixed first, each use in a way of its own.
 */
enum Draws {
    PLAN(0),
    HISTORY(1),
    RUN(2),
    TERMS(3),
    REGISTRY(4),
    TOPICS(5);

    /** With more of them each seed would become another. */
    private static final int USES = 4;

    private final int number;

    Draws(int number) {
        this.number = number;
    }

    /** A generator of that use for a seed. */
    Random of(long seed) {
        return new Random(new SplittableRandom(seed * USES + number).nextLong());
    }
}
