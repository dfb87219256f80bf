package io.fairstream.rules.decay;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.rules.decay.HalfLife.RealPriority;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RealPriorityTest {
    private static final long DAY = 86_400_000;
    private static final HalfLife ONE_DAY = new HalfLife(86400);

    @ParameterizedTest(name = "{4}")
    @CsvSource({
        "0.5,   1,   1,    0.75,    one core for a half-life",
        "0.5,   10,  1,    5.25,    ten cores for a half-life",
        "5.25,  0,   1,    2.625,   then nothing for another",
        "0.9,   0,   1,    0.5,     the floor ends the fall",
        "0.5,   0.25, 1,   0.5,     a weight below the floor leaves it",
        "0.5,   8.25, 1,   4.375,   growth starts from the floor",
        "0,     1,   1,    0.75,    below the floor counts as the floor",
        "0.5,   100, 2,    75.125,  the manual's 100 cores for 48 hours",
        "100,   100, 1000, 100,     at rest it stays",
        "1e9,   0,   4000, 0.5,     after years nothing is left but the floor",
        "0.5,   1e9, 4000, 1e9,     or everything is reached",
        "50,    2,   0,    50,      no time, no change",
    })
    void followsTheWeightInUse(double from, double weight, long days, double to, String reason) {
        assertEquals(to, RealPriority.advance(from, weight, days * DAY, ONE_DAY), 1e-12 * to, reason);
    }

    @ParameterizedTest
    @CsvSource({
        "0.5, 3, 1, 1",
        "0.5, 3, 60000, 86400000",
        "40, 0.2, 86400000, 1",
        "40, 0, 600000, 864000000",
        "0.5, 0.2, 1000, 1000",
        "2, 0.4, 172800000, 172800000"
    })
    void oneStepAfterAnotherIsBothAtOnce(double from, double weight, long first, long second) {
        double steps =
                RealPriority.advance(RealPriority.advance(from, weight, first, ONE_DAY), weight, second, ONE_DAY);
        double once = RealPriority.advance(from, weight, first + second, ONE_DAY);
        assertEquals(once, steps, 1e-12 * once);
    }

    @Test
    void followsTheUseAtOnceWithATinyHalfLife() {
        HalfLife tiny = new HalfLife(0.0001);
        assertEquals(7, RealPriority.advance(0.5, 7, 1000, tiny));
        assertEquals(0.5, RealPriority.advance(7, 0, 1000, tiny));
        assertEquals(7 - 6.5 / 1024, RealPriority.advance(0.5, 7, 1, tiny), 1e-12);
    }

    @Test
    void aLateChangeAddsWhatItWouldHaveAddedInTime() {
        double inTime = RealPriority.advance(RealPriority.advance(2, 1, DAY, ONE_DAY), 4, DAY, ONE_DAY);
        double late = RealPriority.advance(2, 1, 2 * DAY, ONE_DAY) + RealPriority.late(3, DAY, ONE_DAY);
        assertEquals(inTime, late, 1e-12);
    }

    @ParameterizedTest(name = "{4}")
    @CsvSource({
        "8,   0,   4,   86400,              half of it is left after a half-life",
        "8,   0,   0.5, 345600,             and the floor is reached after four",
        "0.9, 0,   0.45, never,             below the floor it never falls",
        "8,   0,   9,   never,              without use it does not rise",
        "8,   0,   8,   0,                  it is there now",
        "0.2, 0,   0.5, 0,                  below the floor counts as the floor",
        "0.5, 10,  5.25, 86400,             ten cores for a half-life",
        "0.5, 10,  10,  never,              what is in use is approached and never reached",
        "0.5, 10,  11,  never,              let alone exceeded",
        "10,  2,   4,   172800,             it falls towards what is in use",
        "10,  0.5, 0.5, never,              also when that is the floor",
        "2.25, 0.25, 0.5, 259200,          but a weight below the floor lets it reach the floor",
    })
    void isAtAValueAfter(double p, double weight, double value, String seconds, String reason) {
        OptionalDouble wanted =
                seconds.equals("never") ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(seconds));
        OptionalDouble is = RealPriority.secondsUntil(p, weight, value, ONE_DAY);
        assertEquals(wanted.isPresent(), is.isPresent(), reason);
        assertEquals(wanted.orElse(-1), is.orElse(-1), 0.1, reason);
        if (is.isPresent()) {
            double there = RealPriority.advance(p, weight, Math.round(is.getAsDouble() * 1000), ONE_DAY);
            assertEquals(value, there, 1e-6, reason);
        }
    }
}
