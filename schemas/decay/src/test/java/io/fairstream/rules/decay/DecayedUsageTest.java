package io.fairstream.rules.decay;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.rules.decay.HalfLife.DecayedUsage;
import io.fairstream.rules.decay.HalfLife.RealPriority;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecayedUsageTest {
    private static final HalfLife HOUR = new HalfLife(3600);
    private static final double LN2 = Math.log(2);

    @ParameterizedTest(name = "{4}")
    @CsvSource({
        "0,    0, 3600000, 0,    nothing used, nothing remembered",
        "7200, 0, 3600000, 3600, half of it after a half-life",
        "7200, 0, 0,       7200, no time, no change",
        "7200, 0, 36000000000, 0, nothing is left of long ago",
    })
    void decaysWhenNothingIsUsed(double from, double rate, long millis, double to, String reason) {
        assertEquals(to, DecayedUsage.advance(from, rate, millis, HOUR), 1e-9, reason);
    }

    @Test
    void isThePriorityWithoutItsFloor() {
        double usage = 2 * 3600 / LN2;
        double advanced = DecayedUsage.advance(usage, 6, 5_000_000, HOUR);
        assertEquals(RealPriority.advance(2, 6, 5_000_000, HOUR), advanced * LN2 / 3600, 1e-12);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1000, 86400000", "3600000, 3600000", "864000000, 5"})
    void oneStepAfterAnotherIsBothAtOnce(long first, long second) {
        double steps = DecayedUsage.advance(DecayedUsage.advance(100, 3, first, HOUR), 3, second, HOUR);
        double once = DecayedUsage.advance(100, 3, first + second, HOUR);
        assertEquals(once, steps, 1e-12 * once);
    }

    @Test
    void aLateChangeIsExact() {
        double inTime = DecayedUsage.advance(DecayedUsage.advance(50, 1, 4_000, HOUR), 3, 9_000, HOUR);
        double late = DecayedUsage.advance(50, 1, 13_000, HOUR) + DecayedUsage.late(2, 9_000, HOUR);
        assertEquals(inTime, late, 1e-12 * inTime);
    }

    @Test
    void whatIsUsedNowIsAllRemembered() {
        assertEquals(0.001, DecayedUsage.advance(0, 1, 1, new HalfLife(1e9)), 1e-15);
    }

    @ParameterizedTest(name = "{3}")
    @CsvSource({
        "0,       3600000, 3600000,  an hour up to now",
        "0,       3600000, 36000000, an hour, nine hours ago",
        "3600000, 3600001, 3600001,  one millisecond",
        "0,       864000000, 864000000, ten days at a half-life of an hour",
    })
    void anAmountSpreadOverATimeIsThatRateOverThatTime(long from, long to, long at, String reason) {
        double amount = 12 * (to - from) / 1000.0;
        double rated = DecayedUsage.advance(DecayedUsage.advance(0, 12, to - from, HOUR), 0, at - to, HOUR);
        assertEquals(rated, DecayedUsage.spread(amount, from, to, at, HOUR), 1e-10 * rated, reason);
    }

    @Test
    void anAmountUsedInNoTimeCountsAtItsInstant() {
        assertEquals(50, DecayedUsage.spread(100, 5_000, 5_000, 3_605_000, HOUR), 1e-12);
    }

    @Test
    void aShareOfAnAmountAndTheRestMakeTheAmount() {
        double whole = DecayedUsage.spread(90, 0, 9_000, 20_000, HOUR);
        double parts =
                DecayedUsage.spread(20, 0, 2_000, 20_000, HOUR) + DecayedUsage.spread(70, 2_000, 9_000, 20_000, HOUR);
        assertEquals(whole, parts, 1e-12 * whole);
    }
}
