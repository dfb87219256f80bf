package io.fairstream.query.columns;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "0,           '0.00',          '0'",
        "-0.0,        '0.00',          '0'",
        "0.5,         '0.50',          '0.50'",
        "0.125,       '0.13',          '0.13'",
        "0.999,       '1.00',          '1.00'",
        "-0.001,      '0.00',          '0.00'",
        "-12.345,     '-12.35',        '-12.35'",
        "999.995,     '1,000.00',      '1,000.00'",
        "1000,        '1,000.00',      '1,000'",
        "1234567.891, '1,234,567.89',  '1,234,567.89'",
        "1e10,        '10,000,000,000.00', '10,000,000,000'",
        "1e15,        '1,000,000,000,000,000.00', '1,000,000,000,000,000'",
        "NaN,         NaN,             NaN",
        "Infinity,    Infinity,        Infinity",
    })
    void areGroupedAndHaveTwoDecimals(double value, String decimal, String number) {
        assertEquals(decimal, Numbers.decimal(value));
        assertEquals(number, Numbers.number(value));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1234.5, '1,234.50'",
        "-9999999, '-9,999,999'",
        "1e7, 10.0000 M",
        "123456789, 123.457 M",
        "999999999, 1.00000 G",
        "-2.5e12, -2.50000 T",
        "8.51246e18, 8.51246 E",
        "9.9e26, 990.000 Y",
        "1e27, 1.00000e+27",
        "NaN, NaN",
        "-Infinity, -Infinity"
    })
    void thatAreLargeHaveAPrefixOfTheirUnit(double value, String large) {
        assertEquals(large, Numbers.large(value));
    }

    @Test
    void areThoseOfJavasFormatter() {
        Random random = new Random(7);
        for (int i = 0; i < 2000; i++) {
            double value = Math.round(Math.pow(10, random.nextInt(16)) * random.nextGaussian()) / 1000.0 + 0.0004;
            if (Math.abs(value) > 0.01) {
                assertEquals(String.format(Locale.ROOT, "%,.2f", value), Numbers.decimal(value), () -> "" + value);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 0.000000", "0.5, 0.500000", "1.2345678, 1.234568", "2.5e-9, 2.50e-09", "Infinity, inf"})
    void factorsHaveSixDecimalsAndAreNeverRoundedToNothing(double value, String factor) {
        assertEquals(factor, Numbers.factor(value));
    }

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
        assertEquals(isNear, Numbers.isNear(is, should, turnover), why);
    }
}
