package io.fairstream.rules.laws;

import java.util.Random;

/**
 * Tries a law on many random histories, small ones first.
 *
 * <p>{@code -Dfairstream.histories=N} sets how many; {@code -Dfairstream.seed=S} with the {@code size} a failure has
 * printed as {@code -Dfairstream.size} tries that one again.
 */
final class Seeds {
    private static final int MOST = Integer.getInteger("fairstream.histories", 1000);
    private static final Long ONLY = Long.getLong("fairstream.seed");
    private static final int ONLY_SIZE = Integer.getInteger("fairstream.size", 12);

    private Seeds() {}

    /** A law. Everything random is drawn from {@code random}. */
    interface Law {
        void holds(History history, Random random);
    }

    /** Tries the law on histories of 1 to {@code largest} events, mostly small. */
    static void check(int largest, Law law) {
        check(1, largest, MOST, law);
    }

    static void check(int smallest, int largest, int count, Law law) {
        if (ONLY != null) {
            one(ONLY, ONLY_SIZE, law);
            return;
        }
        for (int i = 0; i < count; i++) {
            double part = (double) i / count;
            one(i, smallest + (int) ((largest - smallest) * part * part), law);
        }
    }

    /** How many histories of a costly law. */
    static int few() {
        return Math.max(1, MOST / 10);
    }

    private static void one(long seed, int size, Law law) {
        Random random = new Random(seed * 7919 + 17);
        History history = History.random(random, size);
        try {
            law.holds(history, random);
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(
                    e.getMessage() + "\n-Dfairstream.seed=" + seed + " -Dfairstream.size=" + size + "\n" + history, e);
        }
    }
}
