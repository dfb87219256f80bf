package io.fairstream.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.Rejection.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BoundsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "0       | 1e9   | -",
                "1e9     | 1e9   | -",
                "1.0e308 | 1e9   | x: 1.0E308 (expected: 0 to 1e9)",
                "-1      | 1e9   | x: -1.0 (expected: 0 to 1e9)",
                "NaN     | 1e9   | x: NaN (expected: 0 to 1e9)",
                "1e24    | 1e12  | x: 1.0E24 (expected: 0 to 1e12)",
                "2       | 1     | x: 2.0 (expected: 0 to 1)",
            })
    void aRefusalSaysTheNumberAndTheBound(double value, double most, String expected) {
        Rejection refused = Bounds.refusal("x", (Double) value, 0, most);
        assertEquals(expected, refused == null ? null : refused.detail());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "0                    | -",
                "253402300799999      | -",
                "253402300800000      | at: +10000-01-01T00:00:00Z (expected: at most 9999-12-31T23:59:59.999Z)",
                "-1                   | at: 1969-12-31T23:59:59.999Z (expected: 1970 or later)",
                "9223372036854775807  | at: +292278994-08-17T07:12:55.807Z (expected: at most"
                        + " 9999-12-31T23:59:59.999Z)",
                "-9223372036854775808 | at: -292275055-05-16T16:47:04.192Z (expected: 1970 or later)",
            })
    void anInstantLiesBetween1970AndTheYear9999(long at, String expected) {
        Rejection refused = Bounds.refusalOfInstant(Reason.TIME_IMPOSSIBLE, "at", at);
        assertEquals(expected, refused == null ? null : refused.detail());
    }

    @Test
    void noSumOfLawfulWeightsOverAllTimeIsInfinite() {
        double everything = Bounds.SLOT_WEIGHT * 1e12 * Bounds.LATEST;
        assertTrue(everything + Bounds.USAGE_SECONDS * 1000 < 1e36);
        assertTrue(Double.isFinite(everything * 1e3));
        assertTrue(Double.isFinite(Bounds.WEIGHT_IN_USE * Bounds.FACTOR));
        assertTrue(Double.isFinite(Bounds.AMOUNT * Bounds.LATEST));
    }

    @Test
    void sumsOfWholeNumbersStopAtTheLargest() {
        assertEquals(Long.MAX_VALUE, Sums.product(Long.MAX_VALUE, 2));
        assertEquals(Long.MIN_VALUE, Sums.product(Long.MIN_VALUE, 3));
        assertEquals(Long.MAX_VALUE, Sums.product(Long.MIN_VALUE, -1));
        assertEquals(-6, Sums.product(2, -3));
        assertEquals(Integer.MAX_VALUE, Sums.add(Integer.MAX_VALUE, 1));
        assertEquals(Integer.MIN_VALUE, Sums.whole(Long.MIN_VALUE));
        assertEquals(Long.MAX_VALUE, Sums.processorMicros(1L << 40, 1L << 40));
        assertEquals(-7000, Sums.processorMicros(-7, 1));
    }

    @Test
    void anAbsentNumberIsFine() {
        assertNull(Bounds.refusal("x", (Double) null, 0.0, 1.0));
        assertNull(Bounds.refusal("x", (Long) null, 0, 1));
        assertNull(Bounds.refusalOfInstant(Reason.TIME_IMPOSSIBLE, "x", null));
    }
}
