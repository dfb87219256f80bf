package io.fairstream.query.usage;

import io.fairstream.schemas.Totals;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * Processor time in consecutive buckets, in whole microseconds. Entries may come in any order, and corrections are
 * further entries. Mutable.
 *
 * <p>A rate {@code r} from {@code t} on adds {@code r·(e - max(b,t))} to the bucket {@code [b,e)}: directly to its own
 * bucket, and to all later ones by a running sum, so that the cost of an entry does not depend on the number of
 * buckets.
 */
final class Amounts {
    private static final long MICROS = 1000;

    private final Buckets buckets;
    private final BigInteger[] micros;
    private final long[] begun;

    Amounts(Buckets buckets) {
        this.buckets = buckets;
        this.micros = new BigInteger[buckets.count()];
        this.begun = new long[buckets.count()];
        Arrays.fill(micros, BigInteger.ZERO);
    }

    /** Adds a change of the number of processors from the instant on; negative for fewer. */
    void rate(long atMillis, long processors) {
        if (atMillis >= buckets.to()) {
            return;
        }
        if (atMillis <= buckets.from()) {
            begun[0] = Math.addExact(begun[0], processors);
            return;
        }
        int bucket = buckets.at(atMillis);
        micros[bucket] = micros[bucket].add(processorTime(processors, buckets.to(bucket) - atMillis));
        if (bucket + 1 < begun.length) {
            begun[bucket + 1] = Math.addExact(begun[bucket + 1], processors);
        }
    }

    /** Adds an amount, distributed evenly over the interval; the parts add up to the amount. */
    void spread(long fromMillis, long toMillis, long amount) {
        long from = Math.max(fromMillis, buckets.from());
        long to = Math.min(toMillis, buckets.to());
        while (from < to) {
            int bucket = buckets.at(from);
            long end = Math.min(to, buckets.to(bucket));
            long length = toMillis - fromMillis;
            long part = until(end - fromMillis, length, amount) - until(from - fromMillis, length, amount);
            micros[bucket] = micros[bucket].add(BigInteger.valueOf(part));
            from = end;
        }
    }

    /** Returns {@code amount·elapsed/length}, rounded towards zero, so that an entry and its correction cancel in each bucket. */
    private static long until(long elapsed, long length, long amount) {
        if (elapsed == length) {
            return amount;
        }
        long high = Math.multiplyHigh(amount, elapsed);
        long low = amount * elapsed;
        boolean fits = high == low >> (Long.SIZE - 1);
        return fits
                ? low / length
                : Totals.product(amount, elapsed)
                        .divide(BigInteger.valueOf(length))
                        .longValueExact();
    }

    /** Returns the amount of each bucket, limited to the range of a row. */
    long[] micros() {
        return Arrays.stream(whole()).mapToLong(Totals::fitted).toArray();
    }

    /** Returns the total of all buckets, limited to the range of a row. */
    long total() {
        return Totals.fitted(Arrays.stream(whole()).reduce(BigInteger.ZERO, BigInteger::add));
    }

    private BigInteger[] whole() {
        BigInteger[] all = micros.clone();
        long processors = 0;
        for (int i = 0; i < all.length; i++) {
            processors = Math.addExact(processors, begun[i]);
            all[i] = all[i].add(processorTime(processors, buckets.to(i) - buckets.from(i)));
        }
        return all;
    }

    /** Returns processors x time; may exceed a long until the correcting entry comes. */
    private static BigInteger processorTime(long processors, long millis) {
        return Totals.product(processors, Math.multiplyExact(millis, MICROS));
    }
}
