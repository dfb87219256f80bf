package io.fairstream.query.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToleranceTest {
    @ParameterizedTest(name = "{4}")
    @CsvSource({
        "1,            1,   0,   true,  the same",
        "1.0000000005, 1,   0,   true,  but for rounding",
        "1.000000002,  1,   0,   false, more than that",
        "1000.0000005, 1e3, 0,   true,  in as many digits of a large number",
        "1e-9,         0,   0,   true,  of nothing a billionth",
        "1e-8,         0,   0,   false, and no more",
        "1e-7,         0,   1e3, true,  unless much was added and taken away again",
        "-1000.0001,  -1e3, 0,   false, whatever the sign",
        "NaN,          1,   0,   false, what is no number is near nothing",
    })
    void roundingIsNoDifference(double is, double should, double turnover, boolean isNear, String why) {
        assertEquals(isNear, Tolerance.isNear(is, should, turnover), why);
    }
}
