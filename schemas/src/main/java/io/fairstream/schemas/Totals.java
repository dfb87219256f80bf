package io.fairstream.schemas;

import java.math.BigInteger;
import org.jspecify.annotations.NullMarked;

/** Arithmetic of totals, which stop at the limits of a row's long, 2^63 - 1 and -2^63. Writers and readers of rows use the same limits. */
@NullMarked
public final class Totals {
    private Totals() {}

    public static long fitted(BigInteger total) {
        if (total.bitLength() < Long.SIZE) {
            return total.longValue();
        }
        return total.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    public static BigInteger product(long one, long other) {
        return BigInteger.valueOf(one).multiply(BigInteger.valueOf(other));
    }

    public static long sum(long one, long other) {
        return fitted(BigInteger.valueOf(one).add(BigInteger.valueOf(other)));
    }
}
