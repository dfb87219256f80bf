package io.fairstream.cli.demo;

import java.time.Duration;
import java.util.Random;

/** Random draws, the same on every machine. */
final class Draws {
    private static final double SPREAD = 0.5;

    private Draws() {}

    /** Draws a number of occurrences from a Poisson distribution with this mean, by Knuth's method. */
    static int count(double expected, Random random) {
        double limit = StrictMath.exp(-expected);
        int count = 0;
        for (double product = random.nextDouble(); product > limit; product *= random.nextDouble()) {
            count++;
        }
        return count;
    }

    /** Draws a duration in whole seconds from a log-normal distribution. */
    static long seconds(Duration median, Random random) {
        return Math.round(median.toSeconds() * StrictMath.exp(SPREAD * random.nextGaussian()));
    }

    /** Draws a number from a uniform distribution between both. */
    static double between(double least, double most, Random random) {
        return least + (most - least) * random.nextDouble();
    }
}
