package io.fairstream.htcondor.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClassAdTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        2 + 2             | 4
        (2 + 2)           | 4
        2+3*4             | 14
        (1 + 3) * 2       | 8
        7 / 2             | 3
        7 % 4             | 3
        7.0 / 2           | 3.5
        1e3 * 2           | 2000
        -2 + 6            | 4
        2 - -2            | 4
        8 - 2 - 2         | 4
        .5 * 8            | 4
        Cpus              | 16
        """)
    void anExpressionOfConstantsIsTheNumberThatItIs(String text, double expected) {
        ClassAd ad = ClassAd.ofLines(List.of("Cpus = 8 * 2", "RequestCpus = " + text));
        assertEquals(expected, Objects.requireNonNull(ad.number("RequestCpus")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ifThenElse(WantWholeNode is true,64,4)",
                "Cpus * 2",
                "2 +",
                "(2 + 2",
                "2 2",
                ")",
                "1 / 0",
                "999999999999999999 * 999999999999999999",
                "2 = 2",
                "undefined"
            })
    void anyOtherExpressionIsNoNumber(String text) {
        ClassAd ad = ClassAd.ofLines(List.of("Cpus = 8", "RequestCpus = " + text));
        assertNull(ad.number("RequestCpus"));
    }
}
