package io.fairstream.query.usage;

import static io.fairstream.testing.SyntheticUse.HOUR_MICROS;
import static io.fairstream.testing.SyntheticUse.at;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AmountsTest {
    private static final Buckets HOURS =
            Buckets.of(new Period(at(8.5), at(11.5)), UtilizationStep.HOUR, ZoneOffset.UTC);

    @Test
    void aRateCountsFromItsInstantToTheEnd() {
        // begin of the use in hours after midnight, processors, expected hours in 8:30-9, 9-10, 10-11, 11-11:30
        assertArrayEquals(hours(2, 4, 4, 2), rates(8.5, 4), "at the begin");
        assertArrayEquals(hours(2, 4, 4, 2), rates(1, 4), "long before");
        assertArrayEquals(hours(0, 1, 4, 2), rates(9.75, 4), "within an hour");
        assertArrayEquals(hours(0, 0, 4, 2), rates(10, 4), "as an hour begins");
        assertArrayEquals(hours(0, 0, 0, 1), rates(11.25, 4), "in the last hour, which is cut short");
        assertArrayEquals(hours(0, 0, 0, 0), rates(11.5, 4), "at the end");
        assertArrayEquals(hours(0, 0, 0, 0), rates(20, 4), "long after");
    }

    @Test
    void anEndTakesBackWhatTheBeginBegan() {
        assertArrayEquals(hours(2, 3, 0, 0), rates(7, 4, 9.75, -4));
        assertArrayEquals(hours(2, 3, 0, 0), rates(9.75, -4, 7, 4), "in whatever order they come");
        assertArrayEquals(hours(0, 0, 0, 0), rates(1, 4, 2, -4), "all of it before the period");
        assertArrayEquals(hours(2, 5, 6, 3), rates(7, 4, 9.5, 2), "and a second use comes on top");
    }

    private static long[] rates(double... changes) {
        Amounts amounts = new Amounts(HOURS);
        for (int i = 0; i < changes.length; i += 2) {
            amounts.rate(at(changes[i]).toEpochMilli(), (long) changes[i + 1]);
        }
        return amounts.micros();
    }

    @Test
    void anAmountIsSpreadEvenlyOverItsInterval() {
        assertArrayEquals(hours(1, 2, 2, 1), spread(8.5, 11.5, 6), "exactly the period");
        assertArrayEquals(hours(1, 2, 2, 1), spread(6.5, 13.5, 14), "more than the period");
        assertArrayEquals(hours(0, 6, 0, 0), spread(9.25, 9.5, 6), "within an hour");
        assertArrayEquals(hours(0, 3, 3, 0), spread(9.5, 10.5, 6), "over a boundary");
        assertArrayEquals(hours(0, -3, -3, 0), spread(9.5, 10.5, -6), "and taken back");
        assertArrayEquals(hours(0, 0, 0, 0), spread(7, 8.5, 6), "before");
        assertArrayEquals(hours(0, 0, 0, 0), spread(11.5, 12, 6), "after");
    }

    private static long[] spread(double from, double to, long hours) {
        Amounts amounts = new Amounts(HOURS);
        amounts.spread(at(from).toEpochMilli(), at(to).toEpochMilli(), hours * HOUR_MICROS);
        return amounts.micros();
    }

    @Test
    void thePartsOfAnIntervalAreTheWholeToTheMicrosecond() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Buckets day = Buckets.of(new Period(at(0), at(24)), UtilizationStep.HOUR, ZoneOffset.UTC);
        for (int i = 0; i < 2000; i++) {
            long from = at(0).toEpochMilli() + random.nextInt(80_000_000);
            long to = from + 1 + random.nextInt(6_000_000);
            long amount = random.nextLong() >> random.nextInt(60);
            Amounts amounts = new Amounts(day);
            amounts.spread(from, to, amount);
            assertEquals(amount, amounts.total(), "seed " + seed + ", " + amount + " over " + (to - from));
            amounts.spread(from, to, -amount);
            assertArrayEquals(new long[24], amounts.micros(), "seed " + seed + ", taken back");
        }
    }

    @Test
    void eachBucketHoldsTheIntegralOfTheRates() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            Amounts amounts = new Amounts(HOURS);
            long[] expected = new long[HOURS.count()];
            for (int entry = 0; entry < 20; entry++) {
                long at = at(7).toEpochMilli() + random.nextInt(18_000_000);
                int processors = random.nextInt(21) - 10;
                amounts.rate(at, processors);
                for (int bucket = 0; bucket < expected.length; bucket++) {
                    long millis = Math.max(0, HOURS.to(bucket) - Math.max(at, HOURS.from(bucket)));
                    expected[bucket] += processors * millis * 1000;
                }
            }
            assertArrayEquals(expected, amounts.micros(), "seed " + seed);
        }
    }

    @Test
    void aBeginThatIsMoreThanFitsIsTakenBackByItsEnd() {
        assertArrayEquals(new long[] {0, 3_600_000_000L * Integer.MAX_VALUE, 0, 0}, longest(9, Integer.MAX_VALUE, 10));
        assertArrayEquals(
                new long[] {0, 0, Long.MAX_VALUE, 0}, longest(10, 1L << 40, 11), "and what stays is the most there is");
    }

    private static long[] longest(double from, long processors, double to) {
        Amounts amounts = new Amounts(HOURS);
        amounts.rate(at(to).toEpochMilli(), -processors);
        amounts.rate(at(from).toEpochMilli(), processors);
        return amounts.micros();
    }

    private static long[] hours(int... hours) {
        return Arrays.stream(hours).mapToLong(each -> each * HOUR_MICROS).toArray();
    }
}
