package io.fairstream.cli.report;

import java.math.BigInteger;

/**
 * Processor time in each of some buckets, in whole microseconds. Entries may come in any order, and corrections are further
 * entries. Mutable.
 *
 * <p>A rate {@code r} from {@code t} on adds {@code r·(e - max(b,t))} to the bucket {@code [b,e)}: to one bucket by itself, to all
 * later ones by what is carried on, so that an entry costs the same however many buckets there are.
 */
final class Amounts {
    private static final long MICROS = 1000;

    private final Buckets buckets;
    private final long[] micros;
    private final long[] begun;

    Amounts(Buckets buckets) {
        this.buckets = buckets;
        this.micros = new long[buckets.count()];
        this.begun = new long[buckets.count()];
    }

    /** From the instant on so many processors more, or fewer when negative. */
    void rate(long atMillis, long processors) {
        if (atMillis >= buckets.to()) {
            return;
        }
        if (atMillis <= buckets.from()) {
            begun[0] = Math.addExact(begun[0], processors);
            return;
        }
        int bucket = buckets.at(atMillis);
        add(bucket, processorTime(processors, buckets.to(bucket) - atMillis));
        if (bucket + 1 < begun.length) {
            begun[bucket + 1] = Math.addExact(begun[bucket + 1], processors);
        }
    }

    /** So much, used evenly over the interval; the parts of an interval add up to the whole. */
    void spread(long fromMillis, long toMillis, long amount) {
        long from = Math.max(fromMillis, buckets.from());
        long to = Math.min(toMillis, buckets.to());
        while (from < to) {
            int bucket = buckets.at(from);
            long end = Math.min(to, buckets.to(bucket));
            long length = toMillis - fromMillis;
            add(bucket, until(end - fromMillis, length, amount) - until(from - fromMillis, length, amount));
            from = end;
        }
    }

    /** {@code amount·elapsed/length}, towards zero: an entry and the one that takes it back are the same everywhere. */
    private static long until(long elapsed, long length, long amount) {
        if (elapsed == length) {
            return amount;
        }
        long high = Math.multiplyHigh(amount, elapsed);
        long low = amount * elapsed;
        boolean fits = high == low >> (Long.SIZE - 1);
        return fits
                ? low / length
                : BigInteger.valueOf(amount)
                        .multiply(BigInteger.valueOf(elapsed))
                        .divide(BigInteger.valueOf(length))
                        .longValueExact();
    }

    private void add(int bucket, long more) {
        micros[bucket] = Math.addExact(micros[bucket], more);
    }

    /** Of each bucket. */
    long[] micros() {
        long[] all = micros.clone();
        long processors = 0;
        for (int i = 0; i < all.length; i++) {
            processors = Math.addExact(processors, begun[i]);
            all[i] = Math.addExact(all[i], processorTime(processors, buckets.to(i) - buckets.from(i)));
        }
        return all;
    }

    /** Of all buckets together. */
    long total() {
        long total = 0;
        for (long each : micros()) {
            total = Math.addExact(total, each);
        }
        return total;
    }

    private static long processorTime(long processors, long millis) {
        return Math.multiplyExact(processors, Math.multiplyExact(millis, MICROS));
    }
}
