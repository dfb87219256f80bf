package io.fairstream.rules.decay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HalfLifeTest {
    @ParameterizedTest(name = "{3}")
    @CsvSource({
        "86400,        0,              1,     nothing decays in no time",
        "86400,        86400000,       0.5,   half after a half-life",
        "86400,        172800000,      0.25,  a quarter after two",
        "86400,        864000000,      0.0009765625, a thousandth after ten",
        "0.0001,       1,              0.0009765625, a millisecond is ten half-lives of 0.0001 s",
        "0.0001,       1000,           0,     nothing is left of a second",
        "1e15,         1,              1,     next to nothing is lost of a long half-life",
    })
    void leavesHalfAfterEachHalfLife(double halfLife, long millis, double left, String reason) {
        assertEquals(left, new HalfLife(halfLife).beta(millis), 1e-15, reason);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 1000, 3_600_000, 86_400_000, 315_360_000_000L})
    void whatIsLeftAndWhatIsGoneMakeOne(long millis) {
        HalfLife day = new HalfLife(86_400);
        assertEquals(1, day.beta(millis) + day.oneMinusBeta(millis), 1e-15);
    }

    @Test
    void whatIsGoneAfterAMillisecondOfAYearIsExact() {
        double year = 365 * 86400.0;
        double x = Math.log(2) / (year * 1000);
        assertEquals(x - x * x / 2, new HalfLife(year).oneMinusBeta(1), 1e-25);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void refusesAHalfLifeThatIsNotAboveZeroAndFinite(double seconds) {
        assertThrows(IllegalArgumentException.class, () -> new HalfLife(seconds));
    }
}
