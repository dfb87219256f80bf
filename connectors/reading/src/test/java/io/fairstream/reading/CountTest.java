package io.fairstream.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CountTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        4608  | 4608    | 4608 4608       | plain
        1K    | 1024    | 1024 1024       | a whole unit is exact
        4.50K | 4608    | 4597 4619       | rounded to a hundredth of a unit
        1.50M | 1572864 | 1562378 1583350 | and of a larger one
        0.00K | 0       | 0 11            | too few to be seen
        """)
    void aCountHasAUnitOf1024AndMayBeRounded(String text, long number, String range, String why) {
        Count count = Objects.requireNonNull(Count.parse(text));
        assertEquals(number, count.number(), why);
        assertEquals(range, Math.max(0, number - count.rounding()) + " " + (number + count.rounding()), why);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "K", "1k", "1.K", "1,5", "999999999999999999T", "1 K"})
    void whatIsNoCountIsNone(String text) {
        assertNull(Count.parse(text));
    }
}
