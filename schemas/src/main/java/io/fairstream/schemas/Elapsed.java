package io.fairstream.schemas;

import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.NullMarked;

/** Time between a row and its reader, in microseconds. */
@NullMarked
final class Elapsed {
    private static final long MICROS = 1000;
    private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);
    private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);

    private Elapsed() {}

    /** From the row's instant to the reader's, which must not be before it; {@code whose} names the row. */
    static long micros(Instant asOf, Instant at, String whose) {
        if (at.isBefore(asOf)) {
            throw new IllegalArgumentException("time: " + at + " (expected: not before asOf " + asOf + "), " + whose);
        }
        return Math.multiplyExact(Duration.between(asOf, at).toMillis(), MICROS);
    }

    /** A total that grows by so many microseconds each microsecond; like the rows' own it stops at the largest there is. */
    static long grown(long total, int rate, long micros) {
        BigInteger grown =
                BigInteger.valueOf(rate).multiply(BigInteger.valueOf(micros)).add(BigInteger.valueOf(total));
        return grown.min(MOST).max(LEAST).longValueExact();
    }
}
