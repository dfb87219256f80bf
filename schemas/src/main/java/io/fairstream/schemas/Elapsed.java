package io.fairstream.schemas;

import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.NullMarked;

/** Time between a row and its reader. */
@NullMarked
final class Elapsed {
    private static final long MICROS = 1000;
    /** As much as can be counted in microseconds, 292,000 years: a row of an instant beyond all bounds grows by no more. */
    private static final Duration LONGEST = Duration.ofMillis(Long.MAX_VALUE / MICROS);

    private Elapsed() {}

    /** From the row's instant to the reader's, which must not be before it; {@code whose} names the row. */
    static long millis(Instant asOf, Instant at, String whose) {
        if (at.isBefore(asOf)) {
            throw new IllegalArgumentException("time: " + at + " (expected: not before asOf " + asOf + "), " + whose);
        }
        Duration time = Duration.between(asOf, at);
        return (time.compareTo(LONGEST) < 0 ? time : LONGEST).toMillis();
    }

    /** As {@link #millis}, in microseconds. */
    static long micros(Instant asOf, Instant at, String whose) {
        return millis(asOf, at, whose) * MICROS;
    }

    /** Totals by name that grow by so much each millisecond. */
    static Map<String, Long> grown(Map<String, Long> totals, Map<String, Long> rates, long micros) {
        Map<String, Long> grown = new TreeMap<>(totals);
        rates.forEach(
                (name, rate) -> grown.merge(name, Totals.fitted(Totals.product(rate, micros / MICROS)), Totals::sum));
        return grown;
    }

    /** A total that grows by so many microseconds each microsecond; as totals do, it stops at the largest there is. */
    static long grown(long total, int rate, long micros) {
        return Totals.fitted(Totals.product(rate, micros).add(BigInteger.valueOf(total)));
    }
}
