package io.fairstream.schemas;

import java.math.BigInteger;
import org.jspecify.annotations.NullMarked;

/** Totals stop at the largest number a row can hold, 2^63 - 1, or at -2^63: so do the rows, and so do their readers. */
@NullMarked
public final class Totals {
    private Totals() {}

    /** The number, or the nearest that a row can hold. */
    public static long fitted(BigInteger total) {
        if (total.bitLength() < Long.SIZE) {
            return total.longValue();
        }
        return total.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    /** The product, which may be more than fits. */
    public static BigInteger product(long one, long other) {
        return BigInteger.valueOf(one).multiply(BigInteger.valueOf(other));
    }

    /** Their sum, or the nearest that a row can hold. */
    public static long sum(long one, long other) {
        return fitted(BigInteger.valueOf(one).add(BigInteger.valueOf(other)));
    }
}
