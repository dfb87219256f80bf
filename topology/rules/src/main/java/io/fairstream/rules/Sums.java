package io.fairstream.rules;

/**
 * Sums of whole numbers that stop at the largest there is, 2^63 - 1: 292,000 processor-years of microseconds. An account that
 * stops there is wrong and lasts; one that fails there takes all others with it.
 */
public final class Sums {
    private static final long MICROS = 1000;

    private Sums() {}

    /** The sum, or the limit that it would be beyond. */
    public static long add(long one, long other) {
        long sum = one + other;
        boolean overflows = ((one ^ sum) & (other ^ sum)) < 0;
        return overflows ? limit(one) : sum;
    }

    private static long limit(long sign) {
        return sign < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    /** Processors x time, microseconds. */
    public static long processorMicros(long processors, long millis) {
        long high = Math.multiplyHigh(processors, millis);
        long product = processors * millis;
        boolean fits = (high == 0 && product >= 0) || (high == -1 && product < 0);
        return fits && product <= Long.MAX_VALUE / MICROS && product >= Long.MIN_VALUE / MICROS
                ? product * MICROS
                : limit(processors ^ millis);
    }
}
