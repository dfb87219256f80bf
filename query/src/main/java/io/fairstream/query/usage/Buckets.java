package io.fairstream.query.usage;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Consecutive parts of a period. */
final class Buckets {
    private final long[] bounds;

    private Buckets(long[] bounds) {
        this.bounds = bounds;
    }

    /** Creates a single bucket for the period. */
    static Buckets whole(Period period) {
        return new Buckets(
                new long[] {period.begin().toEpochMilli(), period.end().toEpochMilli()});
    }

    /**
     * Creates the buckets.
     *
     * @param step null for one bucket; the first and the last may be shorter
     * @param zone in which hours, days and months begin
     */
    static Buckets of(Period period, @Nullable UtilizationStep step, ZoneId zone) {
        LongStream.Builder bounds = LongStream.builder();
        bounds.add(period.begin().toEpochMilli());
        if (step != null) {
            ZonedDateTime next = step.next(step.begin(period.begin().atZone(zone)));
            while (next.toInstant().isBefore(period.end())) {
                bounds.add(next.toInstant().toEpochMilli());
                next = step.next(next);
            }
        }
        return new Buckets(bounds.add(period.end().toEpochMilli()).build().toArray());
    }

    int count() {
        return bounds.length - 1;
    }

    Instant begin(int bucket) {
        return Instant.ofEpochMilli(bounds[bucket]);
    }

    Instant end(int bucket) {
        return Instant.ofEpochMilli(bounds[bucket + 1]);
    }

    /** Returns the first instant of the bucket, milliseconds since 1970. */
    long from(int bucket) {
        return bounds[bucket];
    }

    /** Returns the first instant after the bucket, milliseconds since 1970. */
    long to(int bucket) {
        return bounds[bucket + 1];
    }

    /** Returns the first instant of the period. */
    long from() {
        return bounds[0];
    }

    /** Returns the first instant after the period. */
    long to() {
        return bounds[bounds.length - 1];
    }

    /** Returns the bucket of the instant, which must be in the period. */
    int at(long millis) {
        int found = Arrays.binarySearch(bounds, millis);
        return found >= 0 ? found : -found - 2;
    }
}
