package io.fairstream.rules.share;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.rules.Reason;
import io.fairstream.rules.Refused;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Periods of 900 s, four of which count; times in seconds. */
class PeriodUsageTest {
    private static final UsagePeriods PERIODS = UsagePeriods.of(0, Duration.ofMinutes(15), Duration.ofHours(1), 0.5);

    private static void book(PeriodUsage usage, String run, long endedAt, double nodeSeconds) {
        assertNull(usage.book(run, endedAt * 1000, nodeSeconds));
    }

    private static double at(PeriodUsage usage, long seconds) {
        return usage.usage(seconds * 1000);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ended | asked | usage | why
            899   | 899   | 1000  | the running period counts in full
            899   | 900   | 500   | half in the next
            900   | 900   | 1000  | a period begins with its first instant
            0     | 3599  | 125   | the oldest that counts
            0     | 3600  | 0     | as old as the reset period
            -5000 | 899   | 1000  | what was before the epoch is in its first period
            1800  | 1799  | 0     | nothing before it ended
            """, useHeadersInDisplayName = true)
    void aRunCountsInThePeriodInWhichItEnded(long ended, long asked, double expected, String why) {
        PeriodUsage usage = new PeriodUsage(PERIODS);
        book(usage, "1", ended, 1000);
        assertEquals(expected, at(usage, asked), why);
    }

    @ParameterizedTest
    @CsvSource({"3, 10, 4", "3, 9, 3", "7, 28, 4", "1, 1, 1"})
    void asManyPeriodsCountAsNothingYoungerThanTheResetPeriodIsForgotten(int halfLife, int reset, int count) {
        assertEquals(
                count,
                UsagePeriods.of(0, Duration.ofDays(halfLife), Duration.ofDays(reset), 0.5)
                        .count());
    }

    @Test
    void fluxsDefaultsAreFourWeeks() {
        assertEquals(new UsagePeriods(0, Duration.ofDays(7), 4, 0.5), UsagePeriods.DEFAULT);
        assertEquals(7.5, RunWeights.NODES.usage(3, 99, 99, Duration.ofMillis(2500)));
    }

    @Test
    void refusesPeriodsThatAreNone() {
        assertThrows(IllegalArgumentException.class, () -> new UsagePeriods(0, Duration.ZERO, 4, 0.5));
        assertThrows(IllegalArgumentException.class, () -> new UsagePeriods(0, Duration.ofDays(7), 0, 0.5));
        assertThrows(IllegalArgumentException.class, () -> new UsagePeriods(0, Duration.ofDays(7), 4, 1.5));
        assertThrows(IllegalArgumentException.class, () -> UsagePeriods.of(0, Duration.ZERO, Duration.ofDays(1), 0.5));
        assertThrows(IllegalArgumentException.class, () -> UsagePeriods.of(0, Duration.ofDays(7), Duration.ZERO, 0.5));
        assertThrows(IllegalArgumentException.class, () -> new RunWeights(1, -1, 0));
    }

    @Test
    void refusesAUsageThatCannotBe() {
        PeriodUsage usage = new PeriodUsage(PERIODS);
        for (double impossible : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY, 1e14}) {
            Refused refused = usage.book("17", 0, impossible);
            assertNotNull(refused, () -> "usage " + impossible);
            assertEquals(Reason.NUMBER_IMPOSSIBLE, refused.reason());
        }
        book(usage, "1", 0, 9e13);
        Refused full = usage.book("2", 0, 9e13);
        assertNotNull(full);
        assertEquals(
                "usage: 9.0E13 node-s (expected: 0 or more, and less than 9.2e13 in a period), run 2", full.detail());
        assertEquals(Map.of(0L, 9e13), usage.raw());
    }

    @Test
    void aRunToldAgainCountsOnceAndOneToldDifferentlyAsItEndedLast() {
        PeriodUsage usage = new PeriodUsage(PERIODS);
        book(usage, "1", 100, 50);
        book(usage, "1", 100, 50);
        assertEquals(Map.of(0L, 50.0), usage.raw());
        book(usage, "1", 1000, 60);
        book(usage, "1", 100, 50);
        assertEquals(Map.of(1L, 60.0), usage.raw());
        book(usage, "1", 1000, 70);
        book(usage, "1", 1000, 60);
        assertEquals(Map.of(1L, 70.0), usage.raw());
    }

    private record Run(String name, long endedAt, double nodeSeconds) {}

    /** Neither the order, nor repetitions, nor when anybody asked or what was forgotten meanwhile. */
    @Test
    void nothingButTheRunsDecidesTheUsage() {
        for (int seed = 0; seed < 500; seed++) {
            Random random = new Random(seed * 7919L + 17);
            List<Run> runs = new ArrayList<>();
            for (int i = 0; i <= seed % 50; i++) {
                runs.add(new Run("" + random.nextInt(40), random.nextInt(9000), random.nextDouble() * 1000));
            }
            PeriodUsage once = new PeriodUsage(PERIODS);
            runs.forEach(run -> book(once, run.name, run.endedAt, run.nodeSeconds));
            List<Run> again = new ArrayList<>(runs);
            again.addAll(runs);
            Collections.shuffle(again, random);
            PeriodUsage often = new PeriodUsage(PERIODS);
            for (Run run : again) {
                book(often, run.name, run.endedAt, run.nodeSeconds);
                often.usage(random.nextInt(12_000) * 1000L);
            }
            String message = "seed " + seed + " " + runs;
            assertEquals(once.raw(), often.raw(), message);
            often.forget(9000 * 1000L);
            for (long at = 9000; at < 14_000; at += 300) {
                assertEquals(at(once, at), at(often, at), message);
            }
        }
    }

    @Test
    void whatIsForgottenIsGone() {
        PeriodUsage usage = new PeriodUsage(PERIODS);
        book(usage, "1", 100, 50);
        book(usage, "2", 1000, 60);
        usage.forget(3600 * 1000);
        assertEquals(Map.of(1L, 60.0), usage.raw());
        assertEquals(Map.of(0L, 60.0), usage.under(UsagePeriods.DEFAULT).raw());
    }
}
