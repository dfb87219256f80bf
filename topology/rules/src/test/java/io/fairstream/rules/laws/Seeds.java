package io.fairstream.rules.laws;

import java.util.Random;

/**
 * Tries a law on many random histories, small ones first.
 *
 * <p>{@code -Dfairstream.histories=N} sets how many; {@code -Dfairstream.seed=S}, as a failure prints it, tries that one
 * again. The last three digits of a seed are the size of its history.
 */
public final class Seeds {
    private static final int MAX = Integer.getInteger("fairstream.histories", 250);
    private static final Long ONLY = Long.getLong("fairstream.seed");
    private static final int SIZES = 1000;

    private Seeds() {}

    /** A law. Everything random is drawn from {@code random}. */
    public interface Law {
        void holds(History history, Random random);
    }

    /** Tries the law on histories of 1 to {@code largest} events, mostly small. */
    public static void check(int largest, Law law) {
        check(1, largest, MAX, law);
    }

    /** Tries the law on {@code count} histories of {@code smallest} to {@code largest} events, below 1000. */
    public static void check(int smallest, int largest, int count, Law law) {
        if (ONLY != null) {
            one(ONLY, law);
            return;
        }
        for (int i = 0; i < count; i++) {
            double part = (double) i / count;
            one((long) i * SIZES + smallest + (int) ((largest - smallest) * part * part), law);
        }
    }

    /** Returns the number of histories for a costly law. */
    public static int few() {
        return Math.max(1, MAX / 20);
    }

    private static void one(long seed, Law law) {
        Random random = new Random(seed * 7919 + 17);
        History history = History.random(random, (int) (seed % SIZES));
        try {
            law.holds(history, random);
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(e.getMessage() + "\n-Dfairstream.seed=" + seed + "\n" + history, e);
        }
    }
}
