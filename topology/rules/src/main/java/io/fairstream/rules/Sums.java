package io.fairstream.rules;

import java.math.BigInteger;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Arithmetic of whole numbers that stops at the limits of a long, 2^63 - 1: 292,000 processor-years of microseconds. A saturated account is
 * wrong but keeps working; an overflow exception would stop all other accounts, too.
 */
public final class Sums {
    private static final long MICROS = 1000;

    private Sums() {}

    /** Returns the sum, or the limit that it exceeds. */
    public static long add(long one, long other) {
        long sum = one + other;
        boolean overflows = ((one ^ sum) & (other ^ sum)) < 0;
        return overflows ? limit(one) : sum;
    }

    /** Returns the same as {@link #add(long, long)}, at the limits of an int. */
    public static int add(int one, int other) {
        return whole((long) one + other);
    }

    /** Returns the number as an int, or the limit that it exceeds. */
    public static int whole(long number) {
        return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, number));
    }

    /** Returns both numbers combined, or the one that is not null, or null. */
    public static @Nullable Long combined(@Nullable Long one, @Nullable Long other, LongBinaryOperator combine) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return combine.applyAsLong(one, other);
    }

    /** Returns the product, or the limit that it exceeds. */
    public static long product(long one, long other) {
        long product = one * other;
        return Math.multiplyHigh(one, other) == product >> 63 ? product : limit(one ^ other);
    }

    private static long limit(long sign) {
        return sign < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    /** Returns {@code amount·numerator/denominator}, rounded towards zero; the denominator is above 0 and not below the numerator. */
    public static long part(long amount, long numerator, long denominator) {
        long high = Math.multiplyHigh(amount, numerator);
        long product = amount * numerator;
        if (high == product >> 63) {
            return product / denominator;
        }
        if (denominator <= Integer.MAX_VALUE) { // whole and rest have one sign, and the rest's product fits
            return amount / denominator * numerator + amount % denominator * numerator / denominator;
        }
        return BigInteger.valueOf(amount)
                .multiply(BigInteger.valueOf(numerator))
                .divide(BigInteger.valueOf(denominator))
                .longValue();
    }

    /** Processors x time, microseconds. */
    public static long processorMicros(long processors, long millis) {
        return product(product(processors, millis), MICROS);
    }
}
