package io.fairstream.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UtcDaysTest {
    private static long millis(String time) {
        return Instant.parse("2026-03-" + time + "Z").toEpochMilli();
    }

    @ParameterizedTest(name = "{4}")
    @CsvSource(delimiter = '|', textBlock = """
            01T06:00:00 | 01T18:00:00 | 10 | 01:10             | within a day
            01T00:00:00 | 02T00:00:00 | 10 | 01:10             | a whole day does not touch the next one
            01T18:00:00 | 02T06:00:00 | 10 | 01:5 02:5         | half before midnight, half after it
            01T18:00:00 | 02T06:00:00 | 11 | 01:5 02:6         | what cannot be divided is left for the end
            01T18:00:00 | 02T06:00:00 | -11 | 01:-5 02:-6      | what is taken back is divided in the same way
            01T23:59:59 | 02T00:00:01 | 1  | 02:1              | a job is done on one day
            01T12:00:00 | 03T12:00:00 | 8  | 01:2 02:4 03:2    | a whole day in the middle
            01T18:00:00 | 02T06:00:00 | 0  | ''                | nothing
            """)
    void dividesAnIntervalAtMidnight(String from, String to, long jobs, String pieces, String reason) {
        List<UtcDays.Piece> split = UtcDays.split(millis(from), millis(to), new HostUsage(0, 0, 0, 0, jobs, 0));
        assertEquals(
                pieces,
                split.stream()
                        .map(piece -> String.format(
                                "%02d:%d",
                                piece.day() - UtcDays.day(millis("01T00:00:00")) + 1,
                                piece.work().succeeded()))
                        .collect(Collectors.joining(" ")),
                reason);
    }

    private static void hoursAddUpToTheirDay(UtcDays.Piece day) {
        List<UtcDays.Piece> hours = day.hours();
        assertEquals(day.work(), hours.stream().map(UtcDays.Piece::work).reduce(HostUsage.EMPTY, HostUsage::plus));
        for (UtcDays.Piece hour : hours) {
            assertTrue(hour.from() >= day.from() && hour.from() < hour.to() && hour.to() <= day.to());
            assertEquals(UtcDays.hour(hour.to()), UtcDays.hour(hour.from() + 1));
        }
    }

    @Test
    void piecesAddUpWithinTheirDaysWhateverIsDivided() {
        Random random = new Random(3);
        for (int i = 0; i < 2000; i++) {
            long to = millis("20T00:00:00") + random.nextInt(1_000_000_000);
            long from = to - 1 - (long) (random.nextDouble() * 40 * UtcDays.MILLIS);
            HostUsage work = new HostUsage(
                    random.nextLong() / 2, random.nextInt(), random.nextLong() / 4, 0, random.nextInt(9), -i);
            List<UtcDays.Piece> pieces = UtcDays.split(from, to, work);
            assertEquals(work, pieces.stream().map(UtcDays.Piece::work).reduce(HostUsage.EMPTY, HostUsage::plus));
            assertEquals(
                    pieces.stream().map(piece -> piece.work().negated()).toList(),
                    UtcDays.split(from, to, work.negated()).stream()
                            .map(UtcDays.Piece::work)
                            .toList());
            for (UtcDays.Piece piece : pieces) {
                assertTrue(piece.from() < piece.to());
                assertEquals(piece.day(), UtcDays.day(piece.to() - 1));
                assertTrue(piece.from() >= to - UtcDays.LONGEST.toMillis());
                hoursAddUpToTheirDay(piece);
            }
        }
    }

    /** Any part of an amount is that of exact arithmetic, also where the product does not fit into 64 bits. */
    @Test
    void aPartOfAnAmountIsExact() {
        Random random = new Random(20_261_129);
        for (int i = 0; i < 20_000; i++) {
            long amount = random.nextLong() >> random.nextInt(64);
            long denominator = 1 + (random.nextLong() >>> (1 + random.nextInt(62)));
            long numerator = Math.floorMod(random.nextLong(), denominator + (denominator < Long.MAX_VALUE ? 1 : 0));
            long exact = BigInteger.valueOf(amount)
                    .multiply(BigInteger.valueOf(numerator))
                    .divide(BigInteger.valueOf(denominator))
                    .longValueExact();
            assertEquals(
                    exact, Sums.part(amount, numerator, denominator), amount + " * " + numerator + " / " + denominator);
        }
    }
}
